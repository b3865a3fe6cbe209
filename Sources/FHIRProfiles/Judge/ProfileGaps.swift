import FHIRSupport

/// What could not be judged, and how often.
package struct ProfileGaps {
  let names: GapNames
  /// Those of the current resource, in the order in which they were met.
  private var current: [Gap] = []
  /// By number.
  private(set) var counts: [(count: Int, kind: GapKind)] = []
  /// Extensions without a definition, by the urls that records have for them.
  private(set) var extensions = NameCounts()
  var knownExtensions = 0

  init(_ names: GapNames) { self.names = names }

  /// A profile or an extension whose definition is not available, which keeps its number as long as the judge.
  func gap(_ url: String) -> Gap { names.gap(named: "definition \(url)", .definition) }

  /// A type that a value must have and cannot state, such as Duration: its values stand under `valueQuantity`.
  func gap(ofType url: String) -> Gap { names.gap(named: "definition \(url)", .value) }

  /// Counts what could not be judged; that the work is used up is counted when the resource is left.
  mutating func count(_ gap: Gap) { if gap != .work { current.append(gap) } }
  mutating func count(_ answer: Answer) { if case .open(let gap) = answer { count(gap) } }

  /// Counts a definition, or a part of one, under the name that a report has for it.
  mutating func count(named name: String) { count(names.gap(named: name, .definition)) }
  mutating func count(extension url: String) { extensions.add(ByteText(url)) }

  // MARK: - Of the current resource

  var total: Int { current.count }

  /// Why something is open that was judged since there were so many; `nil` if nothing is.
  func reason(since start: Int) -> Gap? {
    current[start...].reduce(nil) { reason, gap in gap == .outside ? reason : Gap.first(reason, gap) }
  }

  /// Forgets the gaps since there were so many, where the answer does not depend on them or has one of its own.
  mutating func drop(since start: Int) { if total > start { current.removeSubrange(start...) } }

  /// Adds the gaps of a resource to the counts, and that the work for it was used up.
  mutating func settle(isExhausted: Bool) {
    if isExhausted { current.append(.work) }
    while let gap = current.popLast() {
      while counts.count <= gap.number { counts.append((0, .value)) }
      counts[gap.number] = (counts[gap.number].count + 1, gap.kind)
    }
  }

  mutating func removeCounts() {
    drop(since: 0)
    counts = []
    knownExtensions = 0
    if !extensions.isEmpty { extensions = NameCounts() }
  }

  // MARK: - As an answer that is remembered

  /// The gaps since there were so many, as a number other than 0; `nil` where they are too many for one.
  func answer(since start: Int) -> UInt64? {
    guard total &- start <= 3 else { return nil }
    return current[start...].reduce(1) { $0 &<< 20 | UInt64($1.number &<< 3 | Int($1.kind.rawValue)) }
  }

  /// Counts the gaps of an answer again.
  mutating func count(remembered answer: UInt64) {
    guard answer != 1 else { return }
    var shift = (63 &- UInt64(answer.leadingZeroBitCount)) / 20 &* 20
    while shift > 0 {
      shift &-= 20
      let gap = Int(answer &>> shift & 0xF_FFFF)
      count(Gap(number: gap &>> 3, kind: GapKind(rawValue: UInt8(gap & 7)) ?? .value))
    }
  }
}

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
  let number: Int
  let kind: GapKind

  /// What the target of a reference decides, which is not available.
  static let target = Gap(number: 0, kind: .target)
  /// A constraint that could not be evaluated, or not within the limits of an evaluation.
  static let constraint = Gap(number: 1, kind: .limit)
  /// What a profile states about the entries of a Bundle that were read one by one.
  static let entries = Gap(number: 2, kind: .limit)
  /// The rest of a resource after the most work for one.
  static let work = Gap(number: 3, kind: .limit)
  /// A profile behind the longest chain of profiles and references.
  static let nesting = Gap(number: 4, kind: .limit)
  /// A code in a value set that has more codes than are collected.
  static let expansion = Gap(number: 5, kind: .limit)
  /// A definition beyond the most that are named.
  static let other = Gap(number: 6, kind: .definition)
  /// A value that cannot be compared with the bound of a profile.
  static let bound = Gap(number: 7, kind: .value)
  /// The slice of a value that fits several.
  static let slice = Gap(number: 8, kind: .value)
  /// A target outside of the record and its Bundle, which is a record of its own: only counted.
  static let outside = Gap(number: 9, kind: .target)

  fileprivate static let names = [
    "targets of references that profiles ask for", "constraints of profiles", "assertions of profiles about entries",
    "resources beyond the work for profiles", "profiles beyond the deepest nesting",
    "codes of value sets too large to collect", "other definitions", "bounds of profiles",
    "slices of values that fit several", "targets of references that profiles ask for",
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
    let gap = Gap(number: all.count, kind: kind)
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
