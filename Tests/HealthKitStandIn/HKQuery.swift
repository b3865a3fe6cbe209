// Stand-in: declares the queries that the bridge uses.
// What is declared is documented by HealthKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public let HKObjectQueryNoLimit = 0

public struct HKQueryOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let strictStartDate = HKQueryOptions(rawValue: 1)
  public static let strictEndDate = HKQueryOptions(rawValue: 2)
}

public class HKQuery: NSObject, @unchecked Sendable {
  let sampleType: HKSampleType
  let predicate: NSPredicate?

  init(sampleType: HKSampleType, predicate: NSPredicate?) {
    self.sampleType = sampleType
    self.predicate = predicate
  }

  func matches(_ sample: HKSample) -> Bool {
    sample.sampleType == sampleType && predicate?.evaluate(with: sample) ?? true
  }

  public class func predicateForClinicalRecords(withFHIRResourceType type: HKFHIRResourceType) -> NSPredicate {
    NSPredicate { sample, _ in (sample as? HKClinicalRecord)?.fhirResource?.resourceType == type }
  }

  public class func predicateForClinicalRecords(
    from source: HKSource, fhirResourceType type: HKFHIRResourceType, identifier: String
  ) -> NSPredicate {
    NSPredicate { sample, _ in
      guard let record = sample as? HKClinicalRecord, let resource = record.fhirResource else { return false }
      return record.sourceRevision.source == source && resource.resourceType == type
        && resource.identifier == identifier
    }
  }

  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    NSPredicate { sample, _ in (sample as? HKSample)?.sourceRevision.source == source }
  }

  public class func predicateForSamples(withStart start: Date?, end: Date?, options: HKQueryOptions) -> NSPredicate {
    NSPredicate { sample, _ in
      guard let sample = sample as? HKSample else { return false }
      return start.map { sample.startDate >= $0 } ?? true && end.map { sample.startDate < $0 } ?? true
    }
  }
}

public final class HKSampleQuery: HKQuery, @unchecked Sendable {
  let limit: Int
  let sortDescriptors: [NSSortDescriptor]
  let handler: @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

  public init(
    sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
    resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
  ) {
    self.limit = limit
    self.sortDescriptors = sortDescriptors ?? []
    handler = resultsHandler
    super.init(sampleType: sampleType, predicate: predicate)
  }
}

public final class HKSourceQuery: HKQuery, @unchecked Sendable {
  let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

  public init(
    sampleType: HKSampleType, samplePredicate: NSPredicate?,
    completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
  ) {
    handler = completionHandler
    super.init(sampleType: sampleType, predicate: samplePredicate)
  }
}

public final class HKQueryAnchor: NSObject, NSSecureCoding, Sendable {
  let position: Int
  init(position: Int) { self.position = position }
  public static var supportsSecureCoding: Bool { true }
  public init?(coder: NSCoder) { position = coder.decodeInteger(forKey: "position") }
  public func encode(with coder: NSCoder) { coder.encode(position, forKey: "position") }
}

public final class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
  public typealias Handler =
    @Sendable (HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?) -> Void

  let limit: Int
  var anchor: HKQueryAnchor?
  let handler: Handler
  public var updateHandler: Handler?

  public init(
    type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
    resultsHandler: @escaping Handler
  ) {
    self.limit = limit
    self.anchor = anchor
    handler = resultsHandler
    super.init(sampleType: type, predicate: predicate)
  }
}
