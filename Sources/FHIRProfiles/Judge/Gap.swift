import FHIRSupport

/// Why something could not be judged; the reason that matters most comes first.
enum GapKind: UInt8 {
  /// A limit of the judge.
  case limit
  /// A definition is missing or faulty.
  case definition
  /// A value set is not available, or not as a whole.
  case terminology
  /// The target of a reference is not available.
  case target
  /// The value itself leaves it open.
  case value
}

/// Something that could not be judged, by its number among the ``GapNames``, and why.
struct Gap: Hashable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  fileprivate init(_ number: Int, _ kind: GapKind) { rawValue = UInt32(number) << 3 | UInt32(kind.rawValue) }

  var number: Int { Int(rawValue >> 3) }
  var kind: GapKind { GapKind(rawValue: UInt8(rawValue & 7)) ?? .value }

  /// What the target of a reference decides, which is not available.
  static let target = Gap(0, .target)
  /// A constraint that could not be evaluated, or not within the limits of an evaluation.
  static let constraint = Gap(1, .limit)
  /// What a profile states about the entries of a Bundle that were read one by one.
  static let entries = Gap(2, .limit)
  /// The rest of a resource after the most work for one.
  static let work = Gap(3, .limit)
  /// A profile behind the longest chain of profiles and references.
  static let nesting = Gap(4, .limit)
  /// A code in a value set that has more codes than are collected.
  static let expansion = Gap(5, .limit)
  /// A definition beyond the most that are named.
  static let other = Gap(6, .definition)
  /// A value that cannot be compared with the bound of a profile.
  static let bound = Gap(7, .value)

  fileprivate static let names = [
    "targets of references that profiles ask for", "constraints of profiles", "assertions of profiles about entries",
    "resources beyond the work for profiles", "profiles beyond the deepest nesting",
    "codes of value sets too large to collect", "other definitions", "bounds of profiles",
  ].map { ByteText($0) }

  /// Of two reasons, the one that matters more; of equal ones the first.
  static func first(_ one: Gap?, _ other: Gap) -> Gap {
    guard let one, one.kind.rawValue <= other.kind.rawValue else { return other }
    return one
  }
}

/// The names of gaps, as reports have them, by their numbers. A judge and those inside it share them.
final class GapNames {
  private(set) var all = Gap.names
  private var known: [ByteText: Gap] = [:]
  private static let most = 100_000

  func gap(named text: String, _ kind: GapKind) -> Gap {
    let name = ByteText(text)
    if let gap = known[name] { return gap }
    if all.count == Self.most { return .other }
    let gap = Gap(all.count, kind)
    known[name] = gap
    all.append(name)
    return gap
  }
}

/// An answer in three values.
enum Answer: Hashable {
  case no, yes
  /// It waits for what is not available.
  case open(Gap)

  init(_ answer: Bool) { self = answer ? .yes : .no }

  /// Whether one of both is true.
  func or(_ other: Answer) -> Answer {
    switch (self, other) {
    case (.yes, _), (_, .yes): .yes
    case (.open(let one), .open(let other)): .open(Gap.first(one, other))
    case (.open, _): self
    default: other
    }
  }

  var negated: Answer {
    switch self {
    case .no: .yes
    case .yes: .no
    case .open: self
    }
  }
}
