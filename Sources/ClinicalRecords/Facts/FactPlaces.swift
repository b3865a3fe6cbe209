/// The elements that the facts of a resource type are read from. A fact has several places if the releases differ. No
/// element means different things in two releases, so one list serves all. For a single fact, the first place with a
/// value counts; for a list, all places count.
package struct FactPlaces: Sendable {
  /// An element of the resource, or an element within each of its values.
  package struct Place: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    let element: StaticString
    let nested, nestedTwice: StaticString?

    package init(stringLiteral element: StaticString) { self.init(element) }

    package init(_ element: StaticString, _ nested: StaticString? = nil, _ nestedTwice: StaticString? = nil) {
      (self.element, self.nested, self.nestedTwice) = (element, nested, nestedTwice)
    }

    package var description: String {
      [element, nested, nestedTwice].compactMap { $0?.description }.joined(separator: ".")
    }
  }

  var code: [Place] = ["code"]
  var status: [Place] = ["status"]
  var verificationStatus: [Place] = []
  var categories: [Place] = ["category"]
  var start: [Place] = []
  var end: [Place] = []
  var issued: [Place] = []
  var subject: [Place] = ["subject", "patient"]
  var performers: [Place] = []
  var encounters: [Place] = ["encounter", "context"]
  /// Elements whose value `true`, or code `n`, means that the thing was not done.
  var negations: [Place] = []

  /// The places for a type that is not a record in HealthKit.
  static let ofOtherTypes = FactPlaces()

  static func of(_ type: FHIRResourceType) -> FactPlaces {
    // What one release orders, another requests.
    ofTypes[type == .medicationRequest ? .medicationOrder : type] ?? ofOtherTypes
  }

  private static let medication: [Place] = ["medicationCodeableConcept", "medicationReference"]

  private static let ofTypes: [FHIRResourceType: FactPlaces] = [
    .allergyIntolerance: FactPlaces(
      code: ["substance", "code"], status: ["clinicalStatus", "status"], verificationStatus: ["verificationStatus"],
      start: ["onset", "onsetDateTime", Place("onsetPeriod", "start")], end: [Place("onsetPeriod", "end")],
      issued: ["recordedDate", "assertedDate"], performers: ["recorder", "reporter", "asserter"]),
    .condition: FactPlaces(
      status: ["clinicalStatus"], verificationStatus: ["verificationStatus"],
      start: ["onsetDateTime", Place("onsetPeriod", "start")],
      end: ["abatementDateTime", Place("abatementPeriod", "end")],
      issued: ["dateRecorded", "recordedDate", "assertedDate"], performers: ["recorder", "asserter"]),
    .coverage: FactPlaces(
      code: ["type"], categories: [], start: [Place("period", "start")], end: [Place("period", "end")],
      subject: ["beneficiary"], performers: ["issuer", "payor"], encounters: []),
    .diagnosticReport: FactPlaces(
      start: ["effectiveDateTime", Place("effectivePeriod", "start")], end: [Place("effectivePeriod", "end")],
      issued: ["issued"], performers: ["performer", Place("performer", "actor")]),
    .documentReference: FactPlaces(
      code: ["type"], categories: ["class", "category"], start: [Place("context", "period", "start")],
      end: [Place("context", "period", "end")], issued: ["indexed", "date"], performers: ["author"],
      encounters: [Place("context", "encounter")]),
    .immunization: FactPlaces(
      code: ["vaccineCode"], categories: [], start: ["date", "occurrenceDateTime"], issued: ["recorded"],
      performers: ["performer", Place("performer", "actor"), Place("practitioner", "actor")], encounters: ["encounter"],
      negations: ["wasNotGiven", "notGiven"]),
    .medicationDispense: FactPlaces(
      code: medication, start: ["whenHandedOver", "whenPrepared"],
      performers: ["dispenser", Place("performer", "actor")]),
    .medicationOrder: FactPlaces(
      code: medication, end: ["dateEnded"], issued: ["dateWritten", "authoredOn"],
      performers: ["prescriber", "requester", Place("requester", "agent")], negations: ["doNotPerform"]),
    .medicationStatement: FactPlaces(
      code: medication, start: ["effectiveDateTime", Place("effectivePeriod", "start")],
      end: [Place("effectivePeriod", "end")], issued: ["dateAsserted"], performers: ["informationSource"],
      negations: ["wasNotTaken", "taken"]),
    .observation: FactPlaces(
      start: ["effectiveDateTime", "effectiveInstant", Place("effectivePeriod", "start")],
      end: [Place("effectivePeriod", "end")], issued: ["issued"], performers: ["performer"]),
    .procedure: FactPlaces(
      start: ["performedDateTime", Place("performedPeriod", "start")], end: [Place("performedPeriod", "end")],
      performers: [Place("performer", "actor")], negations: ["notPerformed", "notDone"]),
  ]
}
