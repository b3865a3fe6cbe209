#if !canImport(HealthKit)
  import ClinicalRecords
  import FHIRTestSupport
  import ClinicalSources
  import HealthKitNames
  import HealthRecordStore
  import Testing

  /// App code that reads health cards, as for HealthKit: only the import differs. How a signature is verified depends on
  /// the platform.
  final class VaccinationPass: Sendable {
    struct Card: Equatable, Sendable {
      var holder: String
      var items: [String]
      var issuer: String
      var isVerified: Bool
    }

    private let store = HKHealthStore()
    private let types: [HKVerifiableClinicalRecordCredentialType]
    private let verify: @Sendable (_ signedText: Data) -> Bool

    init(
      of types: [HKVerifiableClinicalRecordCredentialType] = [.immunization],
      verify: @escaping @Sendable (Data) -> Bool
    ) {
      self.types = types
      self.verify = verify
    }

    /// The cards of the spring of 2021, of those that the person shares.
    func cards(_ completion: @escaping @Sendable ([Card]?, (any Error)?) -> Void) {
      let query = HKVerifiableClinicalRecordQuery(
        recordTypes: types.map(\.rawValue), sourceTypes: [.smartHealthCard, .euDigitalCOVIDCertificate],
        predicate: Self.spring
      ) { [verify] _, records, error in
        guard let records else { return completion(nil, error) }
        completion(records.map { Self.card($0, verify) }, nil)
      }
      store.execute(query)
    }

    /// The same with Swift concurrency.
    func cards() async throws -> [Card] {
      let descriptor = HKVerifiableClinicalRecordQueryDescriptor(
        recordTypes: types, sourceTypes: [.smartHealthCard], predicate: Self.spring)
      return try await descriptor.result(for: store).map { Self.card($0, verify) }
    }

    private static var spring: NSPredicate {
      let (start, end) = (Date(timeIntervalSince1970: 1_614_556_800), Date(timeIntervalSince1970: 1_622_505_600))
      return HKQuery.predicateForVerifiableClinicalRecords(withRelevantDateWithin: DateInterval(start: start, end: end))
    }

    private static func card(_ record: HKVerifiableClinicalRecord, _ verify: (Data) -> Bool) -> Card {
      let year = record.subject.dateOfBirthComponents?.year.map { ", \($0)" } ?? ""
      return Card(
        holder: record.subject.fullName + year, items: record.itemNames, issuer: record.issuerIdentifier,
        isVerified: algorithm(of: record.jwsRepresentation) == "ES256" && verify(record.dataRepresentation))
    }

    /// The algorithm in the header of a JSON Web Signature.
    private static func algorithm(of signature: Data) -> String? {
      let parts = String(decoding: signature, as: UTF8.self).split(separator: ".")
      guard parts.count == 3 else { return nil }
      var header = String(parts[0]).replacing("-", with: "+").replacing("_", with: "/")
      header += String(repeating: "=", count: (4 - header.count % 4) % 4)
      let object = Data(base64Encoded: header).flatMap {
        try? JSONSerialization.jsonObject(with: $0) as? [String: String]
      }
      return object?["alg"]
    }
  }

  @Suite("Apps that read health cards")
  struct HealthCardAppTests {
    private static let card = VaccinationPass.Card(
      holder: "Alice Example, 1961", items: ["Immunization", "Immunization"],
      issuer: "https://clinic.example.org/cards", isVerified: true)

    private static func device(
      _ responder: AuthorizationResponder = .grantAll, _ app: AppConfiguration = .complete,
      with names: [String] = ["immunization.smart-health-card", "laboratory.qr.txt"]
    ) async throws -> SimulatedDevice {
      let store = HealthStore(configuration: app, responder: responder)
      for name in names {
        await store.load(try PackageRoot.bytes("Samples/health-cards/cards/\(name)"), origin: RecordOrigin())
      }
      return SimulatedDevice(store)
    }

    /// An app with the keys of the samples.
    private static func app(_ types: [HKVerifiableClinicalRecordCredentialType] = [.immunization]) throws
      -> VaccinationPass
    {
      var keys = CardKeys()
      let folder = ["clinic.example.org", "cards"]
      let path = "Samples/health-cards/keys/\(folder.joined(separator: "/"))/jwks.json"
      #expect(keys.add(try PackageRoot.bytes(path), folder: folder) == nil)
      let reader = CardReader(keys: keys, now: 1_650_000_000)
      return VaccinationPass(of: types) { text in
        text.withUnsafeBytes { reader.read($0).cards.map(\.standing) == [.verified] }
      }
    }

    private static func shown(on device: SimulatedDevice) async throws -> [VaccinationPass.Card] {
      let app = try app()
      return try await withCheckedThrowingContinuation { continuation in
        device.sync {
          app.cards { cards, error in
            continuation.resume(with: cards.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
          }
        }
      }
    }

    @Test func theAppShowsAndVerifiesACard() async throws {
      let device = try await Self.device()
      #expect(try await Self.shown(on: device) == [Self.card])
      #expect(try await device.run { try await Self.app().cards() } == [Self.card])
      // The card with a laboratory result is of another type, and none is of both.
      #expect(try await device.run { try await Self.app([.laboratory]).cards().count } == 1)
      #expect(try await device.run { try await Self.app([.laboratory, .immunization]).cards().isEmpty })
      let types = try await device.run {
        try await HKVerifiableClinicalRecordQueryDescriptor(recordTypes: [], sourceTypes: [.euDigitalCOVIDCertificate])
          .result(for: HKHealthStore())
      }
      #expect(types.isEmpty)
    }

    /// The device holds what the person put there, so the app has to verify.
    @Test func aChangedCardIsNotVerified() async throws {
      let device = try await Self.device(with: ["changed.smart-health-card"])
      #expect(try await Self.shown(on: device).map(\.isVerified) == [false])
    }

    @Test func theAppLearnsNothingFromWhoDenies() async throws {
      #expect(try await Self.shown(on: Self.device(.denyAll)).isEmpty)
      await expectError(.errorUserCanceled) { _ = try await Self.shown(on: Self.device(.cancel)) }
    }

    @Test func withoutTheEntitlementTheQueryFails() async throws {
      var app = AppConfiguration.complete
      app.entitlements[EntitlementKey.access] = ["health-records"]
      await expectError(.errorAuthorizationDenied) { _ = try await Self.shown(on: Self.device(.grantAll, app)) }
      let device = try await Self.device(.grantAll, app)
      await expectError(.errorAuthorizationDenied) { _ = try await device.run { try await Self.app().cards() } }
    }

    @Test func names() {
      #expect(HKVerifiableClinicalRecordCredentialType.covid19.rawValue == "https://smarthealth.cards#covid19")
      #expect(HKVerifiableClinicalRecordSourceType.smartHealthCard.rawValue == "SMARTHealthCard")
      #expect(HKDocumentTypeIdentifier.CDA.rawValue == "HKDocumentTypeIdentifierCDA")
      #expect(HKObjectType.documentType(forIdentifier: .CDA) == HKDocumentType(.CDA))
    }
  }
#endif
