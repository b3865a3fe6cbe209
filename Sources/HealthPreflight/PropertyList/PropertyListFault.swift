public import FHIRFindings

/// Why and where bytes cannot be read as a property list.
public struct PropertyListFault: Error, Sendable {
  /// The two kinds of faults.
  public enum Kind: Hashable, Sendable {
    /// The bytes break the rules of their format.
    case malformed
    /// The bytes exceed a limit of ``PropertyListLimits``.
    case limit
  }

  /// The kind of fault.
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
}

extension PropertyListFault {
  init(_ range: Range<Int>, _ message: String, _ kind: Kind = .malformed) {
    self.init(kind, range: SourceRange(range), message: message)
  }
}

/// The limits of reading a property list; exceeding one is a ``PropertyListFault``.
///
/// The defaults are far above any Info.plist, and low enough that hostile bytes cost little time and memory.
public struct PropertyListLimits: Hashable, Sendable {
  /// The largest size in bytes.
  public var maximumBytes = 16 << 20
  /// The deepest nesting of dictionaries and arrays, in levels; at most 512, for which the readers' stack suffices.
  public var maximumDepth = 64 {
    didSet { maximumDepth = min(maximumDepth, 512) }
  }
  /// The largest number of values; each reference to a value counts.
  public var maximumValues = 100_000

  /// Makes the default limits.
  public init() {}
}

/// Counts values and levels while a property list is read.
struct ReadingBudget {
  private let limits: PropertyListLimits
  private var values = 0

  init(_ limits: PropertyListLimits) {
    self.limits = limits
  }

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
