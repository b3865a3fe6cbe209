/// The elements that the facts of a resource type are read from.
///
/// A fact has several places if the releases differ. No element means different things in two releases, so one list
/// serves all. For a single fact, the first place with a value counts; for a list, all places count.
package final class FactPlaces: Sendable {
  /// An element of the resource, or an element within each of its values.
  package struct Place: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let element: StaticString
    let nested: StaticString?
    let nestedTwice: StaticString?

    package init(stringLiteral element: StaticString) { self.init(element) }

    package init(_ element: StaticString, _ nested: StaticString? = nil, _ nestedTwice: StaticString? = nil) {
      self.element = element
      self.nested = nested
      self.nestedTwice = nestedTwice
    }

    package var description: String {
      [element, nested, nestedTwice].compactMap { $0?.description }.joined(separator: ".")
    }
  }

  let code: [Place]
  let status: [Place]
  let verificationStatus: [Place]
  let categories: [Place]
  let start: [Place]
  let end: [Place]
  let issued: [Place]
  let subject: [Place]
  let performers: [Place]
  let encounters: [Place]
  /// Elements whose value `true`, or code `n`, means that the thing was not done.
  let negations: [Place]

  private init(
    code: [Place] = ["code"], status: [Place] = ["status"], verificationStatus: [Place] = [],
    categories: [Place] = ["category"], start: [Place] = [], end: [Place] = [], issued: [Place] = [],
    subject: [Place] = ["subject", "patient"], performers: [Place] = [],
    encounters: [Place] = ["encounter", "context"], negations: [Place] = []
  ) {
    self.code = code
    self.status = status
    self.verificationStatus = verificationStatus
    self.categories = categories
    self.start = start
    self.end = end
    self.issued = issued
    self.subject = subject
    self.performers = performers
    self.encounters = encounters
    self.negations = negations
  }

  /// The places for a type that is not a record in HealthKit.
  static let ofOtherTypes = FactPlaces()

  static func of(_ type: FHIRResourceType) -> FactPlaces {
    switch type {
    case .allergyIntolerance: allergyIntolerance
    case .condition: condition
    case .coverage: coverage
    case .diagnosticReport: diagnosticReport
    case .documentReference: documentReference
    case .immunization: immunization
    case .medicationDispense: medicationDispense
    case .medicationOrder, .medicationRequest: medicationOrder
    case .medicationStatement: medicationStatement
    case .observation: observation
    case .procedure: procedure
    }
  }

  private static let medication: [Place] = ["medicationCodeableConcept", "medicationReference"]

  private static let allergyIntolerance = FactPlaces(
    code: ["substance", "code"],
    status: ["clinicalStatus", "status"],
    verificationStatus: ["verificationStatus"],
    start: ["onset", "onsetDateTime", Place("onsetPeriod", "start")],
    end: [Place("onsetPeriod", "end")],
    issued: ["recordedDate", "assertedDate"],
    performers: ["recorder", "reporter", "asserter"])

  private static let condition = FactPlaces(
    status: ["clinicalStatus"],
    verificationStatus: ["verificationStatus"],
    start: ["onsetDateTime", Place("onsetPeriod", "start")],
    end: ["abatementDateTime", Place("abatementPeriod", "end")],
    issued: ["dateRecorded", "recordedDate", "assertedDate"],
    performers: ["recorder", "asserter"])

  private static let coverage = FactPlaces(
    code: ["type"],
    categories: [],
    start: [Place("period", "start")],
    end: [Place("period", "end")],
    subject: ["beneficiary"],
    performers: ["issuer", "payor"],
    encounters: [])

  private static let diagnosticReport = FactPlaces(
    start: ["effectiveDateTime", Place("effectivePeriod", "start")],
    end: [Place("effectivePeriod", "end")],
    issued: ["issued"],
    performers: ["performer", Place("performer", "actor")])

  private static let documentReference = FactPlaces(
    code: ["type"],
    categories: ["class", "category"],
    start: [Place("context", "period", "start")],
    end: [Place("context", "period", "end")],
    issued: ["indexed", "date"],
    performers: ["author"],
    encounters: [Place("context", "encounter")])

  private static let immunization = FactPlaces(
    code: ["vaccineCode"],
    categories: [],
    start: ["date", "occurrenceDateTime"],
    issued: ["recorded"],
    performers: ["performer", Place("performer", "actor"), Place("practitioner", "actor")],
    encounters: ["encounter"],
    negations: ["wasNotGiven", "notGiven"])

  private static let medicationDispense = FactPlaces(
    code: medication,
    start: ["whenHandedOver", "whenPrepared"],
    performers: ["dispenser", Place("performer", "actor")])

  private static let medicationOrder = FactPlaces(
    code: medication,
    end: ["dateEnded"],
    issued: ["dateWritten", "authoredOn"],
    performers: ["prescriber", "requester", Place("requester", "agent")],
    negations: ["doNotPerform"])

  private static let medicationStatement = FactPlaces(
    code: medication,
    start: ["effectiveDateTime", Place("effectivePeriod", "start")],
    end: [Place("effectivePeriod", "end")],
    issued: ["dateAsserted"],
    performers: ["informationSource"],
    negations: ["wasNotTaken", "taken"])

  private static let observation = FactPlaces(
    start: ["effectiveDateTime", "effectiveInstant", Place("effectivePeriod", "start")],
    end: [Place("effectivePeriod", "end")],
    issued: ["issued"],
    performers: ["performer"])

  private static let procedure = FactPlaces(
    start: ["performedDateTime", Place("performedPeriod", "start")],
    end: [Place("performedPeriod", "end")],
    performers: [Place("performer", "actor")],
    negations: ["notPerformed", "notDone"])
}
