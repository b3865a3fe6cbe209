/// Generates valid records: one patient after another, each with a history of visits.
///
/// The same seed gives the same records. Names and numbers are invented; codes are real, so that bindings are looked up.
/// A quarter of the patients have `resourceType` at the end of each record, as some servers write it.
struct RecordGenerator {
  /// The server of the records; references are relative to it.
  static let base = "https://ehr.example.org/fhir"

  var random: SeededRandom
  private let faultsPerMille: Int
  /// Decides on faults independently of the content, so that a corpus with faults has the same records as one without.
  private var faultRandom: SeededRandom

  private var remaining = 0
  private var typeStandsLast = false
  private let forms: [CorpusForm]
  private var patients = 0
  /// The form of the current patient's records.
  private(set) var form: CorpusForm
  private(set) var patient = ""
  private(set) var encounter = ""
  private(set) var now = Moment(day: 0)
  /// The latest laboratory results of the visit, for reports to name.
  var results: [String] = []

  /// - Parameter forms: the forms of successive patients, used in turn.
  init(seed: UInt64, faultsPerMille: Int, forms: [CorpusForm]) {
    precondition(!forms.isEmpty, "a corpus has at least one form")
    self.forms = forms
    form = forms[0]
    random = SeededRandom(seed: seed)
    faultRandom = SeededRandom(seed: ~seed)
    self.faultsPerMille = faultsPerMille
  }

  /// The facts of a record that are known before it is written.
  struct Heading {
    var type: String
    var id: String
    var fullUrl: String { "\(RecordGenerator.base)/\(type)/\(id)" }
  }

  /// Decides which record comes next.
  mutating func next() -> Heading {
    let id = random.uuid()
    if remaining == 0 {
      remaining = random.number(20...90)
      typeStandsLast = random.once(in: 4)
      form = forms[patients % forms.count]
      patients += 1
      now = Moment(day: random.number(12_000...14_000), second: 9 * 3600)
      patient = id
      encounter = ""
      return Heading(type: "Patient", id: id)
    }
    remaining -= 1
    var type = "Encounter"
    if !encounter.isEmpty {
      switch random.number(0...99) {
      case 0..<8: type = "Encounter"
      case 8..<72: type = "Observation"
      case 72..<78: type = "Condition"
      case 78..<84: type = form.medicationOrder
      case 84..<88: type = "Immunization"
      case 88..<93: type = "Procedure"
      case 93..<95: type = "AllergyIntolerance"
      default: type = "DiagnosticReport"
      }
    }
    if type == "Encounter" {
      encounter = id
      results = []
      now = Moment(day: now.day + random.number(5...200), second: random.number(8 * 60...17 * 60) * 60)
    } else {
      now = now.later(byMinutes: random.number(1...5))
    }
    return Heading(type: type, id: id)
  }

  /// Writes the members of the record into the open object.
  mutating func write(_ heading: Heading, to json: inout JSONWriter) {
    if !typeStandsLast { json.string("resourceType", heading.type) }
    json.string("id", heading.id)
    json.object("meta") { [now] json in
      json.string("versionId", "1")
      json.string("lastUpdated", now.instant)
    }
    // R4 has a warning for a record without a narrative; a patient gets a different one.
    if form.hasLists, heading.type != "Patient" {
      json.narrative("<p>\(heading.type) of \(now.date)</p>")
    }
    if faultsPerMille > 0, faultRandom.number(1...1000) <= faultsPerMille { json.string("colour", "blue") }
    switch heading.type {
    case "Patient": writePatient(to: &json)
    case "Encounter": writeEncounter(to: &json)
    case "Observation": writeObservation(heading.id, to: &json)
    case "DiagnosticReport": writeDiagnosticReport(to: &json)
    case "Condition": writeCondition(to: &json)
    case form.medicationOrder: writeMedicationOrder(to: &json)
    case "Immunization": writeImmunization(to: &json)
    case "Procedure": writeProcedure(to: &json)
    default: writeAllergyIntolerance(to: &json)
    }
    if typeStandsLast { json.string("resourceType", heading.type) }
  }
}
