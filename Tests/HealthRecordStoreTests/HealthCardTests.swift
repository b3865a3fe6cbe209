import ClinicalRecords
import ClinicalSources
import FHIRTestSupport
import Foundation
import HealthRecordStore
import Testing

@Suite("Health cards: the user chooses them at each query")
struct HealthCardTests {
  static let immunization = "https://smarthealth.cards#immunization"
  static let laboratory = "https://smarthealth.cards#laboratory"

  static func store(_ responder: AuthorizationResponder = .grantAll, _ app: AppConfiguration = .complete) async throws
    -> HealthStore
  {
    let store = HealthStore(configuration: app, responder: responder)
    for name in ["immunization.smart-health-card", "laboratory.qr.txt"] {
      let bytes = try PackageRoot.bytes("Samples/health-cards/cards/\(name)")
      #expect(await store.load(bytes, origin: RecordOrigin()).added == 1)
    }
    return store
  }

  static func record(_ sample: Sample?) throws -> VerifiableRecord {
    guard case .verifiableRecord(let record) = try #require(sample).value else { throw CocoaError(.coderInvalidValue) }
    return record
  }

  @Test func aCardSaysWhatItsIssuerSigned() async throws {
    let found = try await Self.store().verifiableRecords(ofTypes: [Self.immunization])
    let record = try Self.record(found.first)
    #expect(found.count == 1)
    #expect(record.recordTypes == ["https://smarthealth.cards#health-card", Self.immunization])
    #expect(record.issuerIdentifier == "https://clinic.example.org/cards")
    #expect(record.subjectName == "Alice Example")
    #expect(record.subjectBirthDate == DateComponents(year: 1961, month: 1, day: 20))
    #expect(record.issuedDate == Date(timeIntervalSince1970: 1_620_000_000))
    // The day of the second dose.
    #expect(record.relevantDate == Date(timeIntervalSince1970: 1_617_235_200))
    #expect(record.expirationDate == nil)
    // A card states codes alone, which are no names.
    #expect(record.itemNames == ["Immunization", "Immunization"])
    let file = String(
      decoding: try PackageRoot.bytes("Samples/health-cards/cards/immunization.smart-health-card"), as: UTF8.self)
    #expect(file.contains("\"\(String(decoding: record.signedText, as: UTF8.self))\""))
  }

  @Test func partsInSeveralFilesAreOneCard() async throws {
    let parts = try PackageRoot.bytes("Samples/health-cards/cards/laboratory.qr.txt").split(separator: 0x0A)
      .map { Array($0) }
    let tree = MemoryTree([("a", parts[0]), ("b/c", parts[1]), ("d", Array("shc:/1/2/5676".utf8))])
    let store = HealthStore(configuration: .complete, responder: .grantAll)
    let report = try await store.load(RecordFiles(tree))
    #expect(report.added == 1 && report.unreadable == 1)
    #expect(try await store.verifiableRecords(ofTypes: [Self.laboratory]).count == 1)
  }

  @Test func eachQueryAsksAgain() async throws {
    let log = SheetLog()
    let store = try await Self.store(log.responder())
    for expected in 1...2 {
      #expect(try await store.verifiableRecords(ofTypes: []).count == 2)
      #expect(await log.sheets.count == expected)
    }
    #expect(await log.sheets.allSatisfy { $0.read.isEmpty && $0.objects.count == 2 })
    // Without a card that matches there is no sheet; a card must have all of the types.
    #expect(try await store.verifiableRecords(ofTypes: [Self.immunization, Self.laboratory]).isEmpty)
    #expect(await log.sheets.count == 2)
    // What was chosen is not readable in another way.
    await expectError(.errorAuthorizationNotDetermined) {
      _ = try await store.samples(ofType: ObjectType("HKVerifiableClinicalRecord"))
    }
    await expectError(.errorInvalidArgument) {
      try await store.requestPerObjectReadAuthorization(
        for: ObjectType("HKVerifiableClinicalRecord", requiresPerObjectAuthorization: true))
    }
  }

  @Test func theUserChoosesOrCloses() async throws {
    let chosen = AuthorizationResponder { sheet in
      .decide(AuthorizationAnswer.Grants(objects: Set(sheet.objects.suffix(1).map(\.uuid))))
    }
    let found = try await Self.store(chosen).verifiableRecords(ofTypes: [])
    #expect(try Self.record(found.only).recordTypes.contains(Self.laboratory))
    #expect(try await Self.store(.denyAll).verifiableRecords(ofTypes: []).isEmpty)
    await expectError(.errorUserCanceled) { _ = try await Self.store(.cancel).verifiableRecords(ofTypes: []) }
  }

  @Test func theEntitlementIsNeeded() async throws {
    let message = "Missing com.apple.developer.healthkit.access verifiable-health-records entitlement."
    let app = Clinic.app { $0.entitlements[EntitlementKey.access] = ["health-records"] }
    await expectError(.errorAuthorizationDenied, message) {
      _ = try await Self.store(.grantAll, app).verifiableRecords(ofTypes: [])
    }
    let store = try await Self.store()
    await store.changeDevice { $0.isLocked = true }
    await expectError(.errorDatabaseInaccessible) { _ = try await store.verifiableRecords(ofTypes: []) }
    await store.changeDevice { $0 = Device(isGuestUserSession: true) }
    #expect(try await store.verifiableRecords(ofTypes: []).isEmpty)
  }

  @Test("cards and certificates are counted: again, unreadable, changed after they were signed, of the EU")
  func loading() async throws {
    let store = try await Self.store()
    func load(_ bytes: [UInt8]) async -> HealthStore.LoadReport { await store.load(bytes, origin: RecordOrigin()) }
    #expect(await load(try PackageRoot.bytes("Samples/health-cards/cards/laboratory.qr.txt")).unchanged == 1)
    #expect(await load(Array("shc:/56".utf8)).unreadable == 1)
    #expect(await load(Array("HC1:6BF+70790T9WJWG.FKY*4GO0".utf8)).euCertificates == 1)
    let changed = await load(try PackageRoot.bytes("Samples/health-cards/cards/changed.smart-health-card"))
    #expect(changed.added == 1)
    #expect(try await store.verifiableRecords(ofTypes: [Self.immunization]).count == 2)
  }
}

extension Array {
  /// The element, if it is the only one.
  var only: Element? { count == 1 ? self[0] : nil }
}
