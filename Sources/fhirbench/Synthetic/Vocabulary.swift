/// The words that made-up records are put together from.
enum Vocabulary {
  /// A code with its system and what people call it.
  typealias Concept = (system: String, code: String, display: String)

  /// A measurement: its code, its unit, and the span of its values in units of the last decimal place.
  struct Measurement {
    var concept: Concept
    var unit: String
    var range: ClosedRange<Int>
    var decimals: Int
    var normal: ClosedRange<Int>

    init(
      _ code: String, _ display: String, _ unit: String, _ range: ClosedRange<Int>, decimals: Int = 0,
      normal: ClosedRange<Int>
    ) {
      (concept, self.unit) = (Concept(loinc, code, display), unit)
      (self.range, self.decimals, self.normal) = (range, decimals, normal)
    }
  }

  static let loinc = "http://loinc.org"
  static let snomed = "http://snomed.info/sct"
  static let rxnorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
  static let vaccines = "http://hl7.org/fhir/sid/cvx"
  static let units = "http://unitsofmeasure.org"

  static let laboratory = [
    Measurement("2345-7", "Glucose", "mg/dL", 600...2400, decimals: 1, normal: 700...1000),
    Measurement("4548-4", "Hemoglobin A1c", "%", 400...1200, decimals: 2, normal: 400...560),
    Measurement("2093-3", "Cholesterol", "mg/dL", 110...320, normal: 125...200),
    Measurement("718-7", "Hemoglobin", "g/dL", 70...180, decimals: 1, normal: 120...160),
    Measurement("2160-0", "Creatinine", "mg/dL", 40...400, decimals: 2, normal: 60...130),
    Measurement("2951-2", "Sodium", "mmol/L", 125...155, normal: 135...145),
    Measurement("6690-2", "Leukocytes", "10*3/uL", 200...2000, decimals: 2, normal: 450...1100),
  ]

  static let vitalSigns = [
    Measurement("29463-7", "Body weight", "kg", 400...1400, decimals: 1, normal: 500...900),
    Measurement("8302-2", "Body height", "cm", 1400...2000, decimals: 1, normal: 1500...1900),
    Measurement("8867-4", "Heart rate", "/min", 45...140, normal: 60...100),
    Measurement("8310-5", "Body temperature", "Cel", 355...405, decimals: 1, normal: 360...375),
    Measurement("9279-1", "Respiratory rate", "/min", 8...30, normal: 12...20),
  ]

  static let systolic = Measurement("8480-6", "Systolic blood pressure", "mm[Hg]", 90...180, normal: 90...120)
  static let diastolic = Measurement("8462-4", "Diastolic blood pressure", "mm[Hg]", 50...110, normal: 60...80)

  static let conditions = [
    ("38341003", "Hypertension"), ("44054006", "Diabetes mellitus type 2"), ("195967001", "Asthma"),
    ("10509002", "Acute bronchitis"), ("13645005", "Chronic obstructive lung disease"),
    ("232353008", "Perennial allergic rhinitis"), ("13445001", "Ménière's disease"),
  ].map { Concept(snomed, $0, $1) }
  static let procedures = [
    ("80146002", "Appendectomy"), ("73761001", "Colonoscopy"), ("430193006", "Medication reconciliation"),
    ("274025005", "Colonic polypectomy"), ("23426006", "Measurement of respiratory function"),
  ].map { Concept(snomed, $0, $1) }
  static let substances = [
    ("91936005", "Penicillin"), ("256349002", "Peanut"), ("256277009", "Grass pollen"), ("735029006", "Shellfish"),
  ].map { Concept(snomed, $0, $1) }
  static let reactions = [
    ("126485001", "Urticaria"), ("39579001", "Anaphylaxis"), ("49727002", "Cough"),
  ].map { Concept(snomed, $0, $1) }
  static let visits = [
    ("185349003", "Encounter for \"check-up\""), ("185345009", "Encounter for symptom"),
    ("50849002", "Emergency room admission"),
  ].map { Concept(snomed, $0, $1) }
  static let medications = [
    ("314076", "Lisinopril 10 MG Oral Tablet"), ("860975", "Metformin 500 MG Extended Release Oral Tablet"),
    ("197361", "Amlodipine 5 MG Oral Tablet"), ("259255", "Atorvastatin 80 MG Oral Tablet"),
  ].map { Concept(rxnorm, $0, $1) }
  static let immunizations = [
    ("140", "Influenza, seasonal, injectable, preservative free"), ("113", "Td (adult), adsorbed"),
    ("133", "Pneumococcal conjugate PCV 13"),
  ].map { Concept(vaccines, $0, $1) }
  static let panels = [
    ("24323-8", "Comprehensive metabolic panel"), ("58410-2", "Complete blood count panel"),
  ].map { Concept(loinc, $0, $1) }

  static let families = ["Álvarez", "Bauer", "Chen", "Diallo", "Eriksson", "Fröhlich", "Nguyễn", "O'Neill", "山田"]
  static let givenNames = ["Alex", "Bea", "Chloé", "Dmitri", "Emil", "Fatima", "Grace", "Hiro", "Inês", "Zoë"]
  static let streets = ["Birch Lane", "Harbor Road", "Mill Street", "Orchard Way", "Station Road"]
  static let cities = [("Boston", "02108"), ("Lowell", "01850"), ("Salem", "01970"), ("Worcester", "01601")]
}

/// The form of the generated records: the names, forms and code systems that differ between releases.
struct CorpusForm: Sendable {
  /// The member that names the patient, in types for which the releases differ.
  var patient: String
  /// The member that names the substance of an allergy.
  var allergen: String
  /// Whether categories, interpretations and performers are lists.
  var hasLists: Bool
  var medicationOrder, observationCategory, interpretation, reportCategory: String
  var conditionCategory: Vocabulary.Concept
  var identifierType, maritalStatus: String

  static let dstu2 = CorpusForm(
    patient: "patient", allergen: "substance", hasLists: false, medicationOrder: "MedicationOrder",
    observationCategory: "http://hl7.org/fhir/observation-category", interpretation: "http://hl7.org/fhir/v2/0078",
    reportCategory: "http://hl7.org/fhir/v2/0074",
    conditionCategory: Vocabulary.Concept("http://hl7.org/fhir/condition-category", "diagnosis", "Diagnosis"),
    identifierType: "http://hl7.org/fhir/v2/0203", maritalStatus: "http://hl7.org/fhir/v3/MaritalStatus")

  static let r4 = CorpusForm(
    patient: "subject", allergen: "code", hasLists: true, medicationOrder: "MedicationRequest",
    observationCategory: terminology + "observation-category",
    interpretation: terminology + "v3-ObservationInterpretation", reportCategory: terminology + "v2-0074",
    conditionCategory: Vocabulary.Concept(
      terminology + "condition-category", "encounter-diagnosis", "Encounter Diagnosis"),
    identifierType: terminology + "v2-0203", maritalStatus: terminology + "v3-MaritalStatus")

  static let terminology = "http://terminology.hl7.org/CodeSystem/"
}
