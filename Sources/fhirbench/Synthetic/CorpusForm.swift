/// The form of the generated records: the names, forms and code systems that differ between releases.
struct CorpusForm: Sendable {
  /// The member that names the patient, in types for which the releases differ.
  var patient: String
  /// The member that names the substance of an allergy.
  var allergen: String
  /// Whether categories, interpretations and performers are lists.
  var hasLists: Bool
  /// The resource type of a medication order.
  var medicationOrder: String
  var observationCategory: String
  var interpretation: String
  var reportCategory: String
  var conditionCategory: Vocabulary.Concept
  var identifierType: String
  var maritalStatus: String

  static let dstu2 = CorpusForm(
    patient: "patient", allergen: "substance", hasLists: false, medicationOrder: "MedicationOrder",
    observationCategory: "http://hl7.org/fhir/observation-category", interpretation: "http://hl7.org/fhir/v2/0078",
    reportCategory: "http://hl7.org/fhir/v2/0074",
    conditionCategory: Vocabulary.Concept(
      system: "http://hl7.org/fhir/condition-category", code: "diagnosis", display: "Diagnosis"),
    identifierType: "http://hl7.org/fhir/v2/0203", maritalStatus: "http://hl7.org/fhir/v3/MaritalStatus")

  static let r4 = CorpusForm(
    patient: "subject", allergen: "code", hasLists: true, medicationOrder: "MedicationRequest",
    observationCategory: terminology + "observation-category",
    interpretation: terminology + "v3-ObservationInterpretation", reportCategory: terminology + "v2-0074",
    conditionCategory: Vocabulary.Concept(
      system: terminology + "condition-category", code: "encounter-diagnosis", display: "Encounter Diagnosis"),
    identifierType: terminology + "v2-0203", maritalStatus: terminology + "v3-MaritalStatus")

  static let terminology = "http://terminology.hl7.org/CodeSystem/"
}

extension JSONWriter {
  /// A concept, or a list of one.
  mutating func concept(_ key: String, _ concept: Vocabulary.Concept, inList isList: Bool) {
    guard isList else { return self.concept(key, concept) }
    array(key) { json in json.object { $0.coding(concept) } }
  }

  /// A reference that only shows a name, or a list of one.
  mutating func display(_ key: String, _ display: String, inList isList: Bool) {
    guard isList else { return object(key) { $0.string("display", display) } }
    array(key) { json in json.object { $0.string("display", display) } }
  }

  /// A status that is a code, or in later releases a concept of one of HL7's systems.
  mutating func status(_ key: String, _ code: String, system: String?) {
    guard let system else { return string(key, code) }
    object(key) { json in
      json.array("coding") { json in
        json.object { json in
          json.string("system", CorpusForm.terminology + system)
          json.string("code", code)
        }
      }
    }
  }
}
