import ClinicalRecords
import FHIRSupport

/// The app that uses the store: the relevant content of its Info.plist and entitlements.
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

  /// Systems that behave differently towards an app.
  public enum System: Hashable, Sendable {
    /// iOS 17 or the corresponding system: a save in a guest's session fails with
    /// ``HealthError/Code/errorHealthDataRestricted``.
    case iOS17
    /// The next system and later ones.
    case current
  }

  /// Makes a configuration of exactly these values.
  public init(
    name: String = "App", infoPlist: [String: PropertyValue], entitlements: [String: PropertyValue],
    builtFor: System = .current
  ) {
    (self.name, self.infoPlist, self.entitlements, self.builtFor) = (name, infoPlist, entitlements, builtFor)
  }

  /// An app with every usage description and entitlement for reading and writing, and without required types.
  public static let complete = AppConfiguration(
    infoPlist: [
      InfoPlistKey.shareUsage: "Shows what you choose to share beside your records.",
      InfoPlistKey.updateUsage: "Saves what you enter in this app.",
      InfoPlistKey.clinicalUsage: "Lists your records from all your institutions.",
    ],
    entitlements: [
      EntitlementKey.healthKit: true,
      EntitlementKey.access: [
        .string(EntitlementKey.healthRecordsAccess), .string(EntitlementKey.verifiableRecordsAccess),
      ],
    ])

  var hasHealthKit: Bool { entitlements[EntitlementKey.healthKit] == true }
  var hasHealthRecords: Bool { has(access: EntitlementKey.healthRecordsAccess) }

  func has(access: String) -> Bool { entitlements[EntitlementKey.access]?.strings?.contains(access) == true }

  /// Refuses a missing usage description, or one that HealthKit does not accept. A value that is not a string crashes
  /// HealthKit; the store refuses it like an empty one. It also refuses a single word, as the app review and the system
  /// are reported to do, but only one of ASCII letters: other scripts write sentences without spaces. Nothing is
  /// refused without types that need the description.
  func checkUsageDescription(_ key: String, access: String, for types: [ObjectType]) throws(HealthError) {
    guard !types.isEmpty else { return }
    guard let value = infoPlist[key] else { throw .missingDescription(key, access: access, types) }
    guard let text = value.string else { throw .invalidValue(value.excerpt, for: key) }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1 || words.first?.utf8.allSatisfy({ $0 < 0x80 }) == false else {
      throw .invalidValue(value.excerpt, for: key)
    }
  }

  /// The clinical types that the app requires; empty if Info.plist names none. HealthKit does not document what it does
  /// with fewer than three types, with other types or with another kind of value. The store refuses such a request,
  /// because otherwise a developer would find too late that a required type is not required. A type that is named twice
  /// counts once.
  func requiredTypes() throws(HealthError) -> Set<ObjectType> {
    let key = InfoPlistKey.requiredTypes
    guard let value = infoPlist[key] else { return [] }
    guard let names = value.strings else { throw .invalidValue(value.excerpt, for: key) }
    var types: Set<ObjectType> = []
    for name in names {
      guard let identifier = ClinicalTypeIdentifier(named: name) else {
        throw .invalidValue(PropertyValue.string(name).excerpt, for: key)
      }
      types.insert(.clinicalType(identifier))
    }
    guard types.count >= 3 else {
      throw HealthError(.errorInvalidArgument, "\(key) must name three or more clinical types")
    }
    return types
  }
}
