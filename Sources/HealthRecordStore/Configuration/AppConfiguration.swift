import ClinicalRecords

/// The app that uses the store: what its Info.plist and its entitlements say.
///
/// ```swift
/// var app = AppConfiguration.complete
/// app.infoPlist["NSHealthClinicalHealthRecordsShareUsageDescription"] = nil
/// ```
public struct AppConfiguration: Hashable, Sendable {
  /// The name of the app, under which it saves samples.
  public var name: String
  /// The contents of Info.plist.
  public var infoPlist: [String: PropertyValue]
  /// The entitlements.
  public var entitlements: [String: PropertyValue]
  /// The system that the app was built for.
  public var builtFor: System

  /// Systems that treat an app differently.
  public enum System: Hashable, Sendable {
    /// iOS 17 or what corresponds to it: there a save in a guest's session fails with
    /// ``HealthError/Code/errorHealthDataRestricted``.
    case iOS17
    /// The system after it, and later ones.
    case current
  }

  /// Makes a configuration of what is given; nothing is added.
  public init(
    name: String = "App", infoPlist: [String: PropertyValue], entitlements: [String: PropertyValue],
    builtFor: System = .current
  ) {
    self.name = name
    self.infoPlist = infoPlist
    self.entitlements = entitlements
    self.builtFor = builtFor
  }

  /// An app with every usage description and entitlement that reading and writing take, and no required types.
  public static let complete = AppConfiguration(
    infoPlist: [
      InfoPlistKey.shareUsage: "Shows what you choose to share beside your records.",
      InfoPlistKey.updateUsage: "Saves what you enter in this app.",
      InfoPlistKey.clinicalUsage: "Lists your records from all your institutions.",
    ],
    entitlements: [
      EntitlementKey.healthKit: true, EntitlementKey.access: [.string(EntitlementKey.healthRecordsAccess)],
    ])

  var hasHealthKit: Bool { entitlements[EntitlementKey.healthKit] == true }

  var hasHealthRecords: Bool {
    entitlements[EntitlementKey.access]?.strings?.contains(EntitlementKey.healthRecordsAccess) == true
  }
}
