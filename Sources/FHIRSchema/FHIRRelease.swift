/// A release of FHIR: a table and a parameter, never a copy of code.
public struct FHIRRelease: Hashable, Sendable, CustomStringConvertible {
  /// The short name that options and reports use, such as `dstu2`.
  public let name: String
  /// The version of the definitions that the table was made from, such as `1.0.2`.
  public let version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }

  /// DSTU2, 1.0.2: <https://hl7.org/fhir/DSTU2/>.
  public static let dstu2 = FHIRRelease(name: "dstu2", version: "1.0.2")

  /// The short name.
  public var description: String { name }
}
