import ClinicalRecords
import Foundation
import HealthRecordStore
import Testing

@Suite("Facts 2.3 and 1.4: queries and identity")
struct QueryTests {
  /// A store whose app may read everything.
  static func store(_ records: [ClinicalRecord]) async throws -> HealthStore {
    let store = HealthStore()
    await store.insert(contentsOf: records)
    try await store.requestAuthorization(
      toShare: [], read: Set(ClinicalTypeIdentifier.allCases.map(ObjectType.clinicalType)))
    return store
  }

  @Test("a query covers one clinical type")
  func oneType() async throws {
    let store = try await Self.store([
      try Clinic.allergy("1"), try Clinic.record("Condition", "2"), try Clinic.observation("3", category: "laboratory"),
      try Clinic.observation("4", category: "vital-signs"),
    ])
    #expect(try await store.identifiers() == ["1"])
    #expect(try await store.identifiers(of: .conditionRecord) == ["2"])
    #expect(try await store.identifiers(of: .labResultRecord) == ["3"])
    #expect(try await store.identifiers(of: .vitalSignRecord) == ["4"])
    #expect(try await store.identifiers(of: .immunizationRecord) == [])
  }

  @Test("medications are a mixture unless the predicate limits them")
  func mixture() async throws {
    let types: [FHIRResourceType] = [
      .medicationStatement, .medicationOrder, .medicationRequest, .medicationDispense, .medicationOrder,
    ]
    let store = try await Self.store(
      try types.enumerated().map { number, type in
        try Clinic.record(
          type.rawValue, "\(number)", version: type == .medicationRequest ? .primaryR4 : .primaryDSTU2)
      })
    #expect(try await store.identifiers(of: .medicationRecord) == ["0", "1", "2", "3", "4"])
    for type in FHIRResourceType.allCases {
      let expected = types.indices.filter { types[$0] == type }.map(String.init)
      #expect(
        try await store.identifiers(
          of: .medicationRecord, matching: .clinicalRecords(withFHIRResourceType: type)) == expected)
    }
  }

  @Test("one identifier at two institutions or of two types identifies different records")
  func identity() async throws {
    let store = try await Self.store([
      try Clinic.allergy("2", source: "City Clinic"), try Clinic.allergy("2", source: "County Hospital"),
      try Clinic.allergy("2", source: nil), try Clinic.allergy("2 "), try Clinic.record("MedicationOrder", "2"),
      try Clinic.record("MedicationStatement", "2"),
    ])
    #expect(await store.recordCount == 6)
    for source in ["City Clinic", "County Hospital", nil] {
      let found = try await store.clinicalRecords(
        ofType: .allergyRecord,
        matching: .clinicalRecords(from: source, fhirResourceType: .allergyIntolerance, identifier: "2"))
      #expect(found.map(\.source) == [source])
    }
    let none: [QueryPredicate] = [
      .clinicalRecords(from: "City Clinic", fhirResourceType: .allergyIntolerance, identifier: "3"),
      .clinicalRecords(from: "Elsewhere", fhirResourceType: .allergyIntolerance, identifier: "2"),
      // It exists, and is not an allergy.
      .clinicalRecords(from: "City Clinic", fhirResourceType: .medicationOrder, identifier: "2"),
    ]
    for predicate in none { #expect(try await store.identifiers(matching: predicate) == []) }
  }

  @Test("an update replaces the record under its triple; the same JSON changes nothing")
  func updates() async throws {
    let store = try await Self.store([])
    #expect(await store.insert(try Clinic.allergy("1", text: "Penicillin")) == .added)
    #expect(await store.insert(try Clinic.allergy("1", text: "Penicillin G")) == .replaced)
    #expect(
      await store.insert(try Clinic.allergy("1", received: "2020-01-01T00:00:00Z", text: "Penicillin G"))
        == .unchanged)
    let found = try await store.clinicalRecords(ofType: .allergyRecord)
    #expect(found.map(\.displayName) == ["Penicillin G"])
    #expect(found.first?.receivedDate?.text == "2019-06-11T18:00:00Z")
    #expect(await store.recordCount == 1)
  }

  @Test("a record is returned unchanged")
  func wholeRecord() async throws {
    let record = try #require(
      ClinicalRecord(
        json: Array("{ \"id\":\"a\\u0062\",\n\"resourceType\" : \"Condition\", \"dose\": 1.10 }".utf8),
        origin: RecordOrigin(
          source: "Clinic ü", sourceURL: nil, fhirVersion: .primaryR4,
          receivedDate: ReceivedDate("2019-06-11 18:05:32 +0200"))))
    let other = try Clinic.record("Condition", "c")
    let store = try await Self.store([record, other])
    #expect(try await store.clinicalRecords(ofType: .conditionRecord) == [record, other])
    #expect(
      try await store.identifiers(
        of: .conditionRecord,
        matching: .clinicalRecords(from: "Clinic ü", fhirResourceType: .condition, identifier: "ab")) == ["ab"])
  }

  @Test("and, or, not, sources")
  func compounds() async throws {
    let store = try await Self.store([
      try Clinic.record("MedicationOrder", "1"), try Clinic.record("MedicationStatement", "2"),
      try Clinic.record("MedicationDispense", "3", source: "County Hospital"),
    ])
    let order = QueryPredicate.clinicalRecords(withFHIRResourceType: .medicationOrder)
    let statement = QueryPredicate.clinicalRecords(withFHIRResourceType: .medicationStatement)
    let first = QueryPredicate.clinicalRecords(from: Clinic.name, fhirResourceType: .medicationOrder, identifier: "1")
    let third = QueryPredicate.clinicalRecords(
      from: "County Hospital", fhirResourceType: .medicationDispense, identifier: "3")
    let city = QueryPredicate.objects(from: Clinic.name)
    let cases: [(QueryPredicate, [String])] = [
      (order || statement, ["1", "2"]), (order && statement, []), (!order, ["2", "3"]), (!(order || statement), ["3"]),
      (city, ["1", "2"]), (!city, ["3"]), (city && !order, ["2"]), (first || third, ["1", "3"]), (first && third, []),
      (first || statement, ["1", "2"]), (first && order, ["1"]), (first && statement, []), (!first, ["2", "3"]),
      (first || first, ["1"]), (.all([]), ["1", "2", "3"]), (.any([]), []), (!(.any([])), ["1", "2", "3"]),
    ]
    for (predicate, expected) in cases {
      #expect(try await store.identifiers(of: .medicationRecord, matching: predicate) == expected, "\(predicate)")
    }
  }

  @Test("dates: the start is in the interval, the end is not; records without a date are in none")
  func dates() async throws {
    let store = try await Self.store([
      try Clinic.allergy("1", received: "2019-01-01T00:00:00Z"),
      try Clinic.allergy("2", received: "2019-02-01 01:00:00 +0100"), try Clinic.allergy("3", received: nil),
    ])
    let first = Date(timeIntervalSince1970: 1_546_300_800)
    let second = Date(timeIntervalSince1970: 1_548_979_200)
    let cases: [(QueryPredicate, [String])] = [
      (.samples(withStart: first, end: second), ["1"]), (.samples(withStart: first, end: nil), ["1", "2"]),
      (.samples(withStart: nil, end: first), []), (.samples(withStart: second, end: nil), ["2"]),
      (.samples(withStart: nil, end: nil), ["1", "2"]), (!.samples(withStart: nil, end: nil), ["3"]),
    ]
    for (predicate, expected) in cases {
      #expect(try await store.identifiers(matching: predicate) == expected, "\(predicate)")
    }
  }

  @Test("samples that lie across the ends of an interval, with and without strict options")
  func strictDates() async throws {
    let store = HealthStore()
    try await store.requestAuthorization(toShare: [.workoutType()], read: [])
    func day(_ number: Double) -> Date { Date(timeIntervalSince1970: number * 86400) }
    for start in 0..<4 {
      try await store.save(.workout(activity: "\(start)", start: day(Double(start)), end: day(Double(start) + 1.5)))
    }
    func found(_ options: QueryPredicate.DateOptions) async throws -> [String] {
      try await store.samples(
        ofType: .workoutType(), matching: .samples(withStart: day(1), end: day(3), options: options)
      ).map { if case .workout(let activity) = $0.value { activity } else { "" } }
    }
    #expect(try await found([]) == ["0", "1", "2"])
    #expect(try await found(.strictStartDate) == ["1", "2"])
    #expect(try await found(.strictEndDate) == ["0", "1"])
    #expect(try await found([.strictStartDate, .strictEndDate]) == ["1"])
  }

  @Test("limit and sort descriptors")
  func sorting() async throws {
    let store = try await Self.store([
      try Clinic.allergy("b", received: "2019-01-02T00:00:00Z"), try Clinic.allergy("a", received: nil),
      try Clinic.allergy("d", received: "2019-01-01T00:00:00Z"),
      try Clinic.allergy("c", received: "2019-01-02T00:00:00Z"),
    ])
    func found(_ descriptors: [QuerySortDescriptor], limit: Int = HealthStore.noLimit) async throws -> String {
      try await store.clinicalRecords(ofType: .allergyRecord, sortedBy: descriptors, limit: limit)
        .compactMap(\.identifier).joined()
    }
    #expect(try await found([]) == "badc")
    #expect(try await found([], limit: 2) == "ba")
    #expect(try await found([], limit: -1) == "badc")
    #expect(try await found([QuerySortDescriptor(.identifier)]) == "abcd")
    #expect(try await found([QuerySortDescriptor(.identifier, order: .reverse)], limit: 3) == "dcb")
    #expect(try await found([QuerySortDescriptor(.startDate)]) == "dbca")
    #expect(try await found([QuerySortDescriptor(.endDate, order: .reverse)]) == "bcda")
    #expect(
      try await found([
        QuerySortDescriptor(.startDate, order: .reverse), QuerySortDescriptor(.identifier, order: .reverse),
      ]) == "cbda")
  }
}
