import ClinicalRecords
import FHIRDiagnostics
import FHIRText

/// What an Info.plist says about HealthKit.
struct InfoPlist {
  /// The purpose strings.
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
  /// Keys of Info.plist that build settings carry instead; what they hold is not known.
  let inBuildSettings: Set<String>

  /// Whether the key is here or in the build settings.
  func has(_ description: UsageDescription) -> Bool {
    root[description.key] != nil || inBuildSettings.contains(description.key)
  }

  /// The required types, `nil` when there is no such key.
  var requiredTypes: PropertyList.Entry? { root[InfoPlistKey.requiredTypes] }

  /// The required types that are strings, with their places in the array.
  var requiredIdentifiers: [(index: Int, text: String, range: SourceRange)] {
    (requiredTypes?.value.elements ?? []).enumerated().compactMap { index, element in
      element.string.map { (index, $0, element.range) }
    }
  }

  /// Whether a required type is a clinical one, also where it is misspelt.
  var requiresClinicalTypes: Bool {
    requiredIdentifiers.contains {
      switch ClinicalTypes.reading(of: $0.text) {
      case .clinical, .shorthand: true
      case .unknown(let nearest): nearest != nil
      case .otherKind: false
      }
    }
  }

  /// Whether a required type is a quantity, a category or another kind that is no clinical record.
  var requiresOtherTypes: Bool {
    requiredIdentifiers.contains { ClinicalTypes.reading(of: $0.text) == .otherKind }
  }

  /// Whether anything here is about clinical records.
  var isAboutClinicalRecords: Bool { has(.clinical) || requiresClinicalTypes }

  /// Whether anything here is about HealthKit.
  var isAboutHealthKit: Bool {
    root[InfoPlistKey.requiredTypes] != nil || UsageDescription.allCases.contains { has($0) }
  }
}

/// What entitlements say about HealthKit.
struct Entitlements {
  let root: PropertyList
  /// The name of the file, for messages about its Info.plist.
  let name: String

  /// Whether HealthKit may be used at all.
  var hasHealthKit: Bool { root[EntitlementKey.healthKit]?.value.boolean == true }

  /// The kinds of access that are asked for, with their places in the array.
  var access: [(index: Int, text: String, range: SourceRange)] {
    (root[EntitlementKey.access]?.value.elements ?? []).enumerated().compactMap { index, element in
      element.string.map { (index, $0, element.range) }
    }
  }

  /// Whether clinical records are asked for.
  var hasHealthRecords: Bool { access.contains { $0.text.byBytes == EntitlementKey.healthRecordsAccess.byBytes } }

  /// Whether the app wants to be woken for new data, which it then reads.
  var hasBackgroundDelivery: Bool { root[EntitlementKey.backgroundDelivery]?.value.boolean == true }

  /// Whether anything here is about HealthKit.
  var isAboutHealthKit: Bool {
    [EntitlementKey.healthKit, EntitlementKey.access, EntitlementKey.backgroundDelivery].contains { root[$0] != nil }
  }
}
