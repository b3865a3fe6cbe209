import FHIRSupport

/// The permanent name of a rule, `group/kebab-name`, such as `structure/unknown-element`.
///
/// A name is a contract: it is never given to another rule, and it survives rewording of messages.
public struct RuleID: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  /// The whole name, group included.
  public let rawValue: String
  /// A part of the hash of the name, computed once: a name is made once and looked up for each finding.
  let hash: UInt32

  /// Wraps a name; the catalogue decides whether a rule with this name exists.
  public init(rawValue: String) {
    self.rawValue = rawValue
    hash = UInt32(truncatingIfNeeded: rawValue.byBytes.hashValue)
  }

  /// Wraps a name that is written in code: `let rule: RuleID = "structure/missing-element"`.
  public init(stringLiteral name: StaticString) { self.init(rawValue: name.description) }

  /// The part before the slash: `json`, `structure`, `value`, `code`, `reference`, ...
  public var group: Substring {
    // Bytes, not characters: finding the ends of characters takes many times as long.
    rawValue[..<(rawValue.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rawValue.endIndex)]
  }

  /// The whole name.
  public var description: String { rawValue }

  /// Whether both are the same name.
  public static func == (lhs: RuleID, rhs: RuleID) -> Bool { lhs.hash == rhs.hash && lhs.rawValue == rhs.rawValue }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Orders by name, for stable output.
  public static func < (lhs: RuleID, rhs: RuleID) -> Bool { lhs.rawValue.byBytes < rhs.rawValue.byBytes }
}
