// Stand-in: declares the part of HealthKit's records that the bridge uses. Initialisers are for tests; HealthKit has none.
// What is declared is documented by HealthKit.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

public final class HKFHIRVersion: NSObject, Sendable {
  public let majorVersion: Int
  public let minorVersion: Int
  public let patchVersion: Int

  public init(fromVersionString string: String) throws {
    let numbers = string.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 3 else { throw HKError(.errorInvalidArgument) }
    (majorVersion, minorVersion, patchVersion) = (numbers[0], numbers[1], numbers[2])
  }
}

public final class HKFHIRResource: NSObject, Sendable {
  public let resourceType: HKFHIRResourceType
  public let identifier: String
  public let data: Data
  public let sourceURL: URL?
  public let fhirVersion: HKFHIRVersion

  public init(
    resourceType: HKFHIRResourceType, identifier: String, data: Data, sourceURL: URL?, fhirVersion: HKFHIRVersion
  ) {
    self.resourceType = resourceType
    self.identifier = identifier
    self.data = data
    self.sourceURL = sourceURL
    self.fhirVersion = fhirVersion
  }
}

public final class HKSource: NSObject, Sendable {
  public let name: String
  public let bundleIdentifier: String

  public init(name: String, bundleIdentifier: String) {
    self.name = name
    self.bundleIdentifier = bundleIdentifier
  }

  public override var hash: Int { bundleIdentifier.hashValue }
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKSource)?.bundleIdentifier == bundleIdentifier
  }
}

public final class HKSourceRevision: NSObject, Sendable {
  public let source: HKSource
  init(source: HKSource) { self.source = source }
}

public class HKSample: NSObject, @unchecked Sendable {
  public let uuid = UUID()
  public let sampleType: HKSampleType
  public let startDate: Date
  public var endDate: Date { startDate }
  public let sourceRevision: HKSourceRevision

  init(sampleType: HKSampleType, date: Date, source: HKSource) {
    self.sampleType = sampleType
    startDate = date
    sourceRevision = HKSourceRevision(source: source)
  }
}

public final class HKClinicalRecord: HKSample, @unchecked Sendable {
  public let clinicalType: HKClinicalType
  public let displayName: String
  public let fhirResource: HKFHIRResource?

  public init(
    clinicalType: HKClinicalType, displayName: String, fhirResource: HKFHIRResource?, date: Date, source: HKSource
  ) {
    self.clinicalType = clinicalType
    self.displayName = displayName
    self.fhirResource = fhirResource
    super.init(sampleType: clinicalType, date: date, source: source)
  }
}

public final class HKDeletedObject: NSObject, Sendable {
  public let uuid: UUID
  init(uuid: UUID) { self.uuid = uuid }
}
