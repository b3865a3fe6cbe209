import ClinicalRecords
import FHIRFindings
import FHIRSupport

struct InfoPlist {
  struct UsageDescription {
    let key, purpose: String

    static let share = Self(key: InfoPlistKey.shareUsage, purpose: "to read health data")
    static let update = Self(key: InfoPlistKey.updateUsage, purpose: "to write health data")
    static let clinical = Self(key: InfoPlistKey.clinicalUsage, purpose: "to read clinical records")
    static let all = [share, update, clinical]
  }

  let root: PropertyList
  /// Keys of Info.plist that are in build settings instead; their values are unknown.
  let inBuildSettings: Set<String>

  func has(_ description: UsageDescription) -> Bool {
    root[description.key] != nil || inBuildSettings.contains(description.key)
  }

  var requiredTypes: PropertyList.Entry? { root[InfoPlistKey.requiredTypes] }

  /// The required types that are strings, with their indices in the array.
  var requiredIdentifiers: [(index: Int, text: String, range: SourceRange)] { requiredTypes?.value.strings ?? [] }

  /// Whether a required type is a clinical one, even if it is misspelt.
  var requiresClinicalTypes: Bool {
    requiredIdentifiers.contains {
      switch ClinicalTypes.reading(of: $0.text) {
      case .clinical, .shorthand: true
      case .unknown(let nearest): nearest != nil
      case .otherKind: false
      }
    }
  }

  /// Whether a required type is a quantity, a category or another type that is not a clinical record.
  var requiresOtherTypes: Bool { requiredIdentifiers.contains { ClinicalTypes.reading(of: $0.text) == .otherKind } }

  var isAboutHealthKit: Bool { root[InfoPlistKey.requiredTypes] != nil || UsageDescription.all.contains { has($0) } }

  /// The keys of an Info.plist that Xcode generates from build settings: `INFOPLIST_KEY_NSHealthShareUsageDescription`.
  /// Only Xcode knows the target of a setting, its inherited values and its configuration files, so no value is read.
  /// The presence of a key is enough not to report it as missing.
  static func keys(inBuildSettings bytes: [UInt8]) -> [(name: String, range: SourceRange)] {
    let known = UsageDescription.all.map(\.key) + [InfoPlistKey.requiredTypes]
    var seen: Set<String> = []
    return bytes.ranges(of: "INFOPLIST_KEY_".utf8).compactMap { marker in
      let letters = bytes[marker.upperBound...].prefix { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
      }
      let name = String(decoding: letters, as: UTF8.self)
      guard known.contains(name), seen.insert(name).inserted else { return nil }
      return (name, SourceRange(marker.lowerBound..<letters.endIndex))
    }
  }
}

struct Entitlements {
  let root: PropertyList
  /// The name of the file, for messages about its Info.plist.
  let name: String

  var hasHealthKit: Bool { root[EntitlementKey.healthKit]?.value.boolean == true }

  /// The requested kinds of access, with their indices in the array.
  var access: [(index: Int, text: String, range: SourceRange)] { root[EntitlementKey.access]?.value.strings ?? [] }

  var hasHealthRecords: Bool { access.contains { $0.text.byBytes == EntitlementKey.healthRecordsAccess.byBytes } }

  var unknownAccess: [(index: Int, text: String, range: SourceRange)] {
    let known: Set = [EntitlementKey.healthRecordsAccess.byBytes, EntitlementKey.verifiableRecordsAccess.byBytes]
    return access.filter { !known.contains($0.text.byBytes) }
  }

  /// Whether the app requests background delivery of new data, which it then reads.
  var hasBackgroundDelivery: Bool { root[EntitlementKey.backgroundDelivery]?.value.boolean == true }

  var isAboutHealthKit: Bool {
    [EntitlementKey.healthKit, EntitlementKey.access, EntitlementKey.backgroundDelivery].contains { root[$0] != nil }
  }
}

extension PropertyList {
  fileprivate var strings: [(index: Int, text: String, range: SourceRange)] {
    (elements ?? []).enumerated().compactMap { index, element in element.string.map { (index, $0, element.range) } }
  }
}

enum ClinicalTypes {
  enum Reading: Equatable {
    /// The raw value of a clinical type.
    case clinical
    case otherKind
    /// The name of a clinical type in code, where its raw value is required.
    case shorthand(String)
    /// Unknown to HealthKit, with the nearest raw value.
    case unknown(nearest: String?)
  }

  static func reading(of identifier: String) -> Reading {
    let rawValues = ClinicalTypeIdentifier.allCases.map(\.rawValue)
    if rawValues.contains(where: { $0.byBytes == identifier.byBytes }) { return .clinical }
    if isOtherKind(identifier.byBytes) { return .otherKind }
    if let rawValue = shorthands[identifier.lowercased().byBytes] { return .shorthand(rawValue) }
    return .unknown(nearest: identifier.utf8.count > 8 ? Spelling.nearest(to: identifier, among: rawValues) : nil)
  }

  /// Systems differ in their quantities and categories, so any name of a known family is accepted.
  private static func isOtherKind(_ identifier: ByteText) -> Bool {
    let families: [ByteText] = [
      "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCharacteristicTypeIdentifier",
      "HKCorrelationTypeIdentifier", "HKDocumentTypeIdentifier", "HKScoredAssessmentTypeIdentifier",
    ]
    let others: [ByteText] = [
      "HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier", "HKActivitySummaryTypeIdentifier",
      "HKVisionPrescriptionTypeIdentifier", "HKDataTypeIdentifierAudiogram", "HKDataTypeIdentifierElectrocardiogram",
      "HKDataTypeIdentifierHeartbeatSeries", "HKDataTypeIdentifierStateOfMind",
    ]
    return others.contains(identifier) || families.contains { identifier.hasPrefix($0) && identifier != $0 }
  }

  /// Other spellings of a raw value: `allergyRecord`, `.allergyRecord`, `HKClinicalTypeIdentifier.allergyRecord`,
  /// `Allergy`; in lower case.
  private static let shorthands: [ByteText: String] = {
    let prefix = "hkclinicaltypeidentifier"
    var rawValues: [ByteText: String] = [:]
    for rawValue in ClinicalTypeIdentifier.allCases.map(\.rawValue) {
      let long = String(rawValue.lowercased().dropFirst(prefix.count))
      let short = String(long.dropLast("record".count))
      for name in [long, short] {
        for spelling in [name, "." + name, prefix + "." + name] { rawValues[spelling.byBytes] = rawValue }
      }
    }
    return rawValues
  }()
}
