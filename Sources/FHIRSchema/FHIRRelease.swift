/// A release of FHIR, as a value and a parameter.
///
/// The raw values are those of HealthKit's `HKFHIRRelease`; the command's options and reports use ``name``.
public struct FHIRRelease: Hashable, Sendable, CustomStringConvertible {
  /// The short name that options and reports use, such as `dstu2`.
  public let name: String
  /// The version of the release's definitions, such as `1.0.2`; empty for ``unknown``.
  public let version: String

  package init(name: String, version: String) { (self.name, self.version) = (name, version) }

  /// DSTU2, 1.0.2: <https://hl7.org/fhir/DSTU2/>.
  public static let dstu2 = FHIRRelease(name: "dstu2", version: "1.0.2")
  /// STU3, 3.0.2: <https://hl7.org/fhir/STU3/>.
  public static let stu3 = FHIRRelease(name: "stu3", version: "3.0.2")
  /// R4, 4.0.1: <https://hl7.org/fhir/R4/>.
  public static let r4 = FHIRRelease(name: "r4", version: "4.0.1")
  /// R4B, 4.3.0: <https://hl7.org/fhir/R4B/>.
  public static let r4b = FHIRRelease(name: "r4b", version: "4.3.0")
  /// The releases whose definitions are compiled, the oldest first.
  package static let compiled: [FHIRRelease] = [.dstu2, .stu3, .r4, .r4b]
  /// R5, 5.0.0: <https://hl7.org/fhir/R5/>.
  package static let r5 = FHIRRelease(name: "r5", version: "5.0.0")
  /// The releases of which only the names are compiled, which tell their records: they are not judged.
  package static let told: [FHIRRelease] = [.r5]
  /// Releases that a record is told to be of by the version that it states, and by nothing else.
  package static let named = [FHIRRelease(name: "dstu1", version: "0.0.82"), FHIRRelease(name: "r6", version: "6.0.0")]

  /// Any other release, or an unknown one.
  public static let unknown = FHIRRelease(name: "unknown", version: "")

  /// The short name.
  public var description: String { name }
}

extension FHIRRelease: RawRepresentable {
  /// The name in HealthKit's form: `DSTU2`, `STU3`, `R4`, `R4B` or `unknown`. HealthKit itself has only the first and
  /// `R4`, and `unknown` for all others.
  public var rawValue: String { self == .unknown ? name : name.uppercased() }

  /// The release with a name in this form, `nil` for any other text.
  public init?(rawValue: String) {
    guard let release = (Self.compiled + [.unknown]).first(where: { $0.rawValue == rawValue }) else { return nil }
    self = release
  }

  /// Whether both are the same release.
  ///
  /// Declared here because otherwise the standard library compares raw representable values by their raw values.
  public static func == (first: FHIRRelease, second: FHIRRelease) -> Bool { first.name == second.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
