/// A release of FHIR: a table and a parameter, never a copy of code.
///
/// The raw values are those of HealthKit's `HKFHIRRelease`; ``name`` is what options and reports of the command use.
public struct FHIRRelease: Hashable, Sendable, CustomStringConvertible {
  /// The short name that options and reports use, such as `dstu2`.
  public let name: String
  /// The version of the definitions that stands for the release, such as `1.0.2`; empty for ``unknown``.
  public let version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// DSTU2, 1.0.2: <https://hl7.org/fhir/DSTU2/>.
  public static let dstu2 = FHIRRelease(name: "dstu2", version: "1.0.2")

  /// R4, 4.0.1: <https://hl7.org/fhir/R4/>.
  public static let r4 = FHIRRelease(name: "r4", version: "4.0.1")

  /// Any other release, or none that is known.
  public static let unknown = FHIRRelease(name: "unknown", version: "")

  /// The short name.
  public var description: String { name }
}

extension FHIRRelease: RawRepresentable {
  /// HealthKit's name of the release: `DSTU2`, `R4` or `unknown`.
  public var rawValue: String { self == .unknown ? name : name.uppercased() }

  /// The release of one of HealthKit's names, `nil` for any other text.
  public init?(rawValue: String) {
    switch rawValue {
    case "DSTU2": self = .dstu2
    case "R4": self = .r4
    case "unknown": self = .unknown
    default: return nil
    }
  }

  /// Whether both are the same release.
  ///
  /// Declared here because the standard library compares raw representable values by their raw values otherwise.
  public static func == (first: FHIRRelease, second: FHIRRelease) -> Bool { first.name == second.name }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
