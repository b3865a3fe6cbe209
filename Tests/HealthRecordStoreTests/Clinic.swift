import ClinicalRecords
import HealthRecordStore
import Testing

/// Records for the tests.
enum Clinic {
  static let name = "City Clinic"

  /// A record with the smallest JSON for HealthKit's types.
  static func record(
    _ type: String, _ id: String?, source: String? = name, received: String? = "2019-06-11T18:00:00Z",
    version: FHIRVersion = .primaryDSTU2, members: String = ""
  ) throws -> ClinicalRecord {
    let id = id.map { ", \"id\": \"\($0)\"" } ?? ""
    let rest = members.isEmpty ? "" : ", \(members)"
    return try #require(
      ClinicalRecord(
        json: Array("{\"resourceType\": \"\(type)\"\(id)\(rest)}".utf8),
        origin: RecordOrigin(
          source: source, sourceURL: "https://fhir.example.org/\(type)", fhirVersion: version,
          receivedDate: received.map { ReceivedDate($0) })))
  }

  static func allergy(
    _ id: String, source: String? = name, received: String? = "2019-06-11T18:00:00Z", text: String = ""
  )
    throws -> ClinicalRecord
  {
    try record(
      "AllergyIntolerance", id, source: source, received: received,
      members: text.isEmpty ? "" : "\"substance\": {\"text\": \"\(text)\"}")
  }

  /// An Observation of this category.
  static func observation(_ id: String, category: String) throws -> ClinicalRecord {
    try record(
      "Observation", id,
      members: """
        "category": {"coding": [{"system": "http://hl7.org/fhir/observation-category", "code": "\(category)"}]}
        """)
  }

  /// Types as apps request them.
  static let allergies = ObjectType.clinicalType(.allergyRecord)
  static let medications = ObjectType.clinicalType(.medicationRecord)
  static let conditions = ObjectType.clinicalType(.conditionRecord)
  static let heartRate = ObjectType.quantityType(.heartRate)

  /// A configuration that lacks a key.
  static func app(_ change: (inout AppConfiguration) -> Void) -> AppConfiguration {
    var app = AppConfiguration.complete
    change(&app)
    return app
  }

  static func requiring(_ types: PropertyValue) -> AppConfiguration {
    app { $0.infoPlist[InfoPlistKey.requiredTypes] = types }
  }
}

extension HealthStore {
  /// The identifiers of the records of a type that the app sees.
  func identifiers(of type: ClinicalTypeIdentifier = .allergyRecord, matching predicate: QueryPredicate? = nil) throws
    -> [String]
  {
    try clinicalRecords(ofType: type, matching: predicate).compactMap(\.identifier)
  }
}

/// Expects an error with this code, and with this message if one is given.
func expectError(
  _ code: HealthError.Code, _ message: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  body: () async throws -> Void
) async {
  do {
    try await body()
    Issue.record("nothing was thrown, \(code) was expected", sourceLocation: sourceLocation)
  } catch let error as HealthError {
    #expect(error.code == code, sourceLocation: sourceLocation)
    if let message { #expect(error.message == message, sourceLocation: sourceLocation) }
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}

/// Records which sheets were shown.
actor SheetLog {
  private(set) var sheets: [AuthorizationSheet] = []

  func note(_ sheet: AuthorizationSheet) { sheets.append(sheet) }

  /// Answers as another responder does, and records the sheet.
  nonisolated func responder(_ other: AuthorizationResponder = .grantAll) -> AuthorizationResponder {
    AuthorizationResponder { sheet in
      await self.note(sheet)
      return await other.respond(to: sheet)
    }
  }
}
