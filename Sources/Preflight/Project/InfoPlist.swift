import Diagnostics

/// What an Info.plist says about HealthKit.
struct InfoPlist {
  /// The purpose strings.
  enum UsageDescription: String, CaseIterable {
    case share = "NSHealthShareUsageDescription"
    case update = "NSHealthUpdateUsageDescription"
    case clinical = "NSHealthClinicalHealthRecordsShareUsageDescription"

    /// What an app needs it for.
    var purpose: String {
      switch self {
      case .share: "to read health data"
      case .update: "to write health data"
      case .clinical: "to read clinical records"
      }
    }
  }

  static let requiredTypesKey = "NSHealthRequiredReadAuthorizationTypeIdentifiers"
  static let capabilitiesKey = "UIRequiredDeviceCapabilities"

  let root: PropertyList
  /// Keys of Info.plist that build settings carry instead; what they hold is not known.
  let inBuildSettings: Set<String>

  /// Whether the key is here or in the build settings.
  func has(_ description: UsageDescription) -> Bool {
    root[description.rawValue] != nil || inBuildSettings.contains(description.rawValue)
  }

  /// The required types, `nil` when there is no such key.
  var requiredTypes: PropertyList.Entry? { root[Self.requiredTypesKey] }

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
    root[Self.requiredTypesKey] != nil || UsageDescription.allCases.contains { has($0) }
  }
}

/// What entitlements say about HealthKit.
struct Entitlements {
  static let healthKitKey = "com.apple.developer.healthkit"
  static let accessKey = "com.apple.developer.healthkit.access"
  static let backgroundKey = "com.apple.developer.healthkit.background-delivery"
  static let healthRecords = "health-records"

  let root: PropertyList
  /// The name of the file, for messages about its Info.plist.
  let name: String

  /// Whether HealthKit may be used at all.
  var hasHealthKit: Bool { root[Self.healthKitKey]?.value.boolean == true }

  /// The kinds of access that are asked for, with their places in the array.
  var access: [(index: Int, text: String, range: SourceRange)] {
    (root[Self.accessKey]?.value.elements ?? []).enumerated().compactMap { index, element in
      element.string.map { (index, $0, element.range) }
    }
  }

  /// Whether clinical records are asked for.
  var hasHealthRecords: Bool { access.contains { $0.text == Self.healthRecords } }

  /// Whether the app wants to be woken for new data, which it then reads.
  var hasBackgroundDelivery: Bool { root[Self.backgroundKey]?.value.boolean == true }

  /// Whether anything here is about HealthKit.
  var isAboutHealthKit: Bool {
    [Self.healthKitKey, Self.accessKey, Self.backgroundKey].contains { root[$0] != nil }
  }
}
