public import FHIRFindings

/// A fault of a definition: the part that cannot be judged because of it, and the reason.
public struct ProfileFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The rule that the definition breaks, of the group `definition`.
  public let rule: RuleID
  /// How much it matters.
  public let severity: Severity
  /// The url of the profile, or the name of its source if it has none.
  public let profile: String
  /// The path of the element, empty for the whole definition.
  public let element: String
  /// What was expected and what was found, in one sentence without a full stop.
  public let message: String
  /// The name of the source; `nil` for a built-in definition, and for one that does not exist.
  public let file: String?
  /// The bytes at fault in that source. A ``LineTable`` gives their line.
  public let range: SourceRange

  package init(
    _ rule: Rule, _ profile: String, _ element: String, _ message: String, at place: DefinitionPlace?,
    severity: Severity? = nil
  ) {
    (self.rule, self.severity) = (rule.id, severity ?? rule.severity)
    (self.profile, self.element, self.message) = (profile, element, message)
    file = place?.file
    range = SourceRange(start: place?.offset ?? 0, end: (place?.offset ?? -1) + 1)
  }

  /// The fault of a requested profile that has no definition, or one that records cannot be judged by.
  package init(_ url: String, _ found: String, at place: DefinitionPlace? = nil) {
    self.init(
      .definitionMissingPart, url, "", "expected a definition for a release that is judged, found \(found)", at: place)
  }

  package var finding: Finding {
    Finding(
      rule: rule, severity: severity, range: range, path: "", message: profile == file ? message : description,
      record: nil)
  }

  /// `http://example.org/a, Patient.name: ...`.
  public var description: String { element.isEmpty ? "\(profile): \(message)" : "\(profile), \(element): \(message)" }
}

extension ProfileFault: Comparable {
  /// Orders by file, place and rule.
  public static func < (a: ProfileFault, b: ProfileFault) -> Bool { a.order < b.order }
  private var order: (String, Int, RuleID, String) { (file ?? "", range.start, rule, description) }
}

/// Where a definition, or a part of it, begins.
package struct DefinitionPlace: Hashable, Sendable {
  var file: String
  var offset: Int

  package init(_ file: String, offset: Int = 0) { (self.file, self.offset) = (file, offset) }
}
