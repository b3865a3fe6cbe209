public import FHIRFindings
import FHIRProfiles
public import FHIRSchema
public import FHIRValidation

/// A test's own profile, and the records that are validated by it.
public struct ProfileCase {
  private let release: FHIRRelease
  private let type: String
  private var library = ProfileLibrary()

  /// The URL of the profile.
  public static let url = "http://example.org/profile"

  /// Makes a profile from the elements of a differential.
  ///
  /// - Parameters:
  ///   - elements: as JSON, without the brackets around them.
  ///   - type: the type that is constrained.
  ///   - base: the url of its base, unless that is the type.
  ///   - others: further definitions, complete.
  ///   - text: the complete definition of the profile, instead of one of the elements.
  public init(
    _ elements: String, of type: String = "Patient", base: String? = nil, release: FHIRRelease = .r4,
    others: [String] = [], text: String? = nil
  ) {
    self.release = release
    self.type = type
    library.add(Array((text ?? Self.definition(Self.url, elements, of: type, base: base)).utf8))
    for other in others { library.add(Array(other.utf8)) }
  }

  /// The JSON of a definition.
  public static func definition(
    _ url: String, _ elements: String, of type: String, base: String? = nil, more: String = ""
  ) -> String {
    """
    {
      "resourceType": "StructureDefinition", "url": "\(url)", "type": "\(type)",
      "baseDefinition": "\(base ?? "http://hl7.org/fhir/StructureDefinition/\(type)")", \(more)
      "derivation": "constraint", "differential": { "element": [\(elements)] }
    }
    """
  }

  /// The findings in a record that claims the profile: rules of the group `profile`, each with its path.
  ///
  /// - Parameter members: the members of the record, as JSON.
  public func findings(in members: String) -> [String] {
    details(in: members).map { "\($0.rule.rawValue.dropFirst("profile/".count)) \($0.path)" }
  }

  /// The findings in a record with these members.
  public func details(in members: String) -> [Finding] {
    result(of: record(members)).filter { $0.rule.group == "profile" }
  }

  /// The faults of the definitions that a record needs: rules of the group `definition`, each with the element.
  public func faults(in members: String = #""active": true"#) -> [String] {
    let validator = validator
    _ = validator.validate(Array(record(members).utf8))
    return validator.neededFaults.map { "\($0.rule.rawValue.dropFirst("definition/".count)) \($0.element)" }
  }

  /// The findings in a complete record.
  public func result(of record: String) -> [Finding] {
    validator.validate(Array(record.utf8)).findings
  }

  /// A record of the type that claims the profile.
  public func record(_ members: String) -> String {
    #"{ "resourceType": "\#(type)", "meta": { "profile": ["\#(Self.url)"] }, \#(members) }"#
  }

  /// The validator with the profile.
  public var validator: Validator {
    guard let validator = Validator(release: release, library: library) else { preconditionFailure("no \(release)") }
    return validator
  }
}
