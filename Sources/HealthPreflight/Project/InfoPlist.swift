import ClinicalRecords
import FHIRFindings
import FHIRSupport

/// The HealthKit content of an Info.plist.
struct InfoPlist {
  /// The usage descriptions.
  enum UsageDescription: CaseIterable {
    case share
    case update
    case clinical

    /// The key of Info.plist.
    var key: String {
      switch self {
      case .share: InfoPlistKey.shareUsage
      case .update: InfoPlistKey.updateUsage
      case .clinical: InfoPlistKey.clinicalUsage
      }
    }

    /// What an app needs it for.
    var purpose: String {
      switch self {
      case .share: "to read health data"
      case .update: "to write health data"
      case .clinical: "to read clinical records"
      }
    }
  }

  let root: PropertyList
  /// Keys of Info.plist that are in build settings instead; their values are unknown.
  let inBuildSettings: Set<String>

  /// Whether the key is here or in the build settings.
  func has(_ description: UsageDescription) -> Bool {
    root[description.key] != nil || inBuildSettings.contains(description.key)
  }

  /// The required types; `nil` without the key.
  var requiredTypes: PropertyList.Entry? { root[InfoPlistKey.requiredTypes] }

  /// The required types that are strings, with their indices in the array.
  var requiredIdentifiers: [(index: Int, text: String, range: SourceRange)] {
    requiredTypes?.value.strings ?? []
  }

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
  var requiresOtherTypes: Bool {
    requiredIdentifiers.contains { ClinicalTypes.reading(of: $0.text) == .otherKind }
  }

  /// Whether anything here concerns clinical records.
  var isAboutClinicalRecords: Bool { has(.clinical) || requiresClinicalTypes }

  /// Whether anything here concerns HealthKit.
  var isAboutHealthKit: Bool {
    root[InfoPlistKey.requiredTypes] != nil || UsageDescription.allCases.contains { has($0) }
  }
}

/// The HealthKit content of entitlements.
struct Entitlements {
  let root: PropertyList
  /// The name of the file, for messages about its Info.plist.
  let name: String

  /// Whether the app may use HealthKit.
  var hasHealthKit: Bool { root[EntitlementKey.healthKit]?.value.boolean == true }

  /// The requested kinds of access, with their indices in the array.
  var access: [(index: Int, text: String, range: SourceRange)] {
    root[EntitlementKey.access]?.value.strings ?? []
  }

  /// Whether access to clinical records is requested.
  var hasHealthRecords: Bool { access.contains { $0.text.byBytes == EntitlementKey.healthRecordsAccess.byBytes } }

  /// The kinds of access that HealthKit does not have.
  var unknownAccess: [(index: Int, text: String, range: SourceRange)] {
    let known: Set = [EntitlementKey.healthRecordsAccess.byBytes, EntitlementKey.verifiableRecordsAccess.byBytes]
    return access.filter { !known.contains($0.text.byBytes) }
  }

  /// Whether the app requests background delivery of new data, which it then reads.
  var hasBackgroundDelivery: Bool { root[EntitlementKey.backgroundDelivery]?.value.boolean == true }

  /// Whether anything here concerns HealthKit.
  var isAboutHealthKit: Bool {
    [EntitlementKey.healthKit, EntitlementKey.access, EntitlementKey.backgroundDelivery].contains { root[$0] != nil }
  }
}

extension PropertyList {
  /// The strings of an array, with their indices in it.
  fileprivate var strings: [(index: Int, text: String, range: SourceRange)] {
    (elements ?? []).enumerated().compactMap { index, element in element.string.map { (index, $0, element.range) } }
  }
}
