#if !canImport(HealthKit)
  public import Foundation
  import ClinicalRecords
  import HealthRecordStore

  extension HKHealthStore {
    /// Asks the user for permission. Returning means that the request was processed, not that access was granted.
    public func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
      async throws
    {
      try await device.ask(Request(share: typesToShare, read: typesToRead))
    }

    /// Asks the user for permission to read single objects of a type that is authorized object by object.
    public func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
      try await device.askForObjects(of: objectType, SampleFilter(predicate))
    }

    /// Whether a request for these types would show its sheet; the answer does not reveal what was granted.
    public func statusForAuthorizationRequest(
      toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
      try await device.requestStatus(Request(share: typesToShare, read: typesToRead))
    }

    /// The types of a request, as the store's values.
    struct Request: Sendable {
      let share: Set<ObjectType>
      let read: Set<ObjectType>

      init(share: Set<HKSampleType>, read: Set<HKObjectType>) {
        self.share = Set(share.map(\.type))
        self.read = Set(read.map(\.type))
      }
    }
  }

  extension SimulatedDevice {
    func ask(_ request: HKHealthStore.Request) async throws {
      try await raising { try await store.requestAuthorization(toShare: request.share, read: request.read) }
    }

    func requestStatus(_ request: HKHealthStore.Request) async throws -> HKAuthorizationRequestStatus {
      let status = try await raising {
        try await store.statusForAuthorizationRequest(toShare: request.share, read: request.read)
      }
      return HKAuthorizationRequestStatus(rawValue: status.rawValue) ?? .unknown
    }

    func askForObjects(of type: HKObjectType, _ filter: SampleFilter) async throws {
      try await raising {
        try await store.requestPerObjectReadAuthorization(for: type.type) { sample in
          self.object(sample).map(filter.matches) ?? false
        }
      }
    }

    /// Refuses an app without the entitlement, as HealthKit does.
    func checkBackgroundDelivery() async throws {
      try await raising {
        // Like every call, this one fails without health data.
        _ = try await store.supportsHealthRecords()
        guard store.configuration.entitlements[EntitlementKey.backgroundDelivery] == true else {
          throw HealthError.missing(EntitlementKey.backgroundDelivery)
        }
      }
    }
  }
#endif
