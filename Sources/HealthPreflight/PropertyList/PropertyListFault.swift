public import FHIRDiagnostics
import FHIRText

/// Why bytes are no property list that can be read, and where.
public struct PropertyListFault: Error, Hashable, Sendable {
  /// The two ways to fail.
  public enum Kind: Hashable, Sendable {
    /// The bytes break the rules of their format.
    case malformed
    /// The bytes go beyond a limit of ``PropertyListLimits``.
    case limit
  }

  /// How reading failed.
  public var kind: Kind
  /// The bytes at fault.
  public var range: SourceRange
  /// What was expected and what was found, in one sentence.
  public var message: String

  /// Makes a fault.
  public init(_ kind: Kind, range: SourceRange, message: String) {
    self.kind = kind
    self.range = range
    self.message = message
  }

  /// Whether both say the same, by the bytes.
  public static func == (a: PropertyListFault, b: PropertyListFault) -> Bool {
    a.kind == b.kind && a.range == b.range && a.message.byBytes == b.message.byBytes
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(range)
    hasher.combine(message.byBytes)
  }
}

/// How much of a property list is read; what goes beyond is a ``PropertyListFault``.
///
/// The defaults are far above any Info.plist, and small enough for hostile bytes to cost neither time nor memory.
public struct PropertyListLimits: Hashable, Sendable {
  /// The most bytes.
  public var maximumBytes = 16 << 20
  /// The deepest nesting of dictionaries and arrays, in levels; at most 512, for which the readers have room.
  public var maximumDepth = 64 {
    didSet { maximumDepth = min(maximumDepth, 512) }
  }
  /// The most values, each counted as often as it is referred to.
  public var maximumValues = 100_000

  /// The defaults.
  public init() {}
}

/// Counts values and levels while a property list is read.
struct ReadingBudget {
  private let limits: PropertyListLimits
  private var values = 0

  init(_ limits: PropertyListLimits) {
    self.limits = limits
  }

  /// Takes another value into account.
  mutating func take(depth: Int, at range: SourceRange) throws(PropertyListFault) {
    values += 1
    if values > limits.maximumValues {
      throw PropertyListFault(
        .limit, range: range, message: "expected at most \(limits.maximumValues) values, found more")
    }
    if depth > limits.maximumDepth {
      throw PropertyListFault(
        .limit, range: range, message: "expected at most \(limits.maximumDepth) levels, found a deeper one")
    }
  }
}
