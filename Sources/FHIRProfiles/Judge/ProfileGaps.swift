import FHIRSupport

/// What could not be judged, and how often.
package struct ProfileGaps {
  let names: GapNames
  /// Those of the current resource, in the order in which they were met.
  private var current: [Gap] = []
  /// By number.
  private var counts: [(count: Int, kind: GapKind)] = []
  /// Extensions without a definition, by the urls that records have for them.
  private(set) var extensions = NameCounts()
  /// How many extensions have a definition, with their parts.
  private(set) var knownExtensions = 0

  init(_ names: GapNames) { self.names = names }

  /// Those with a name, by the names that a report has for them.
  var named: [(name: ByteText, count: Int, kind: GapKind)] {
    var named: [(name: ByteText, count: Int, kind: GapKind)] = []
    for (name, gap) in zip(names.all, counts) where gap.count > 0 { named.append((name, gap.count, gap.kind)) }
    return named
  }

  /// A profile or an extension whose definition is not available, which keeps its number as long as the judge.
  func gap(_ url: String) -> Gap { names.gap(named: "definition \(url)", .definition) }

  /// A type that a value must have and cannot state, since its values have no name of their own: `valueQuantity` in place
  /// of `valueDuration`.
  func gap(ofType url: String) -> Gap { names.gap(named: "definition \(url)", .value) }

  /// Counts what could not be judged; that the work is used up is counted when the resource is left.
  mutating func count(_ gap: Gap) { if gap != .work { current.append(gap) } }

  /// Counts the reason of an answer that is open.
  mutating func count(_ answer: Answer) { if case .open(let gap) = answer { count(gap) } }

  /// Counts a definition, or a part of one, under the name that a report has for it.
  mutating func count(named name: String) { count(names.gap(named: name, .definition)) }

  mutating func countKnownExtension() { knownExtensions += 1 }

  mutating func count(extension url: String) { extensions.add(ByteText(url)) }

  // MARK: - Of the current resource

  /// How many there are so far.
  var total: Int { current.count }

  /// Why something is open that was judged since there were so many; `nil` if nothing is.
  func reason(since start: Int) -> Gap? { current[start...].reduce(nil, Gap.first) }

  /// Forgets the gaps since there were so many, where the answer does not depend on them or has one of its own.
  mutating func drop(since start: Int) { if total > start { current.removeSubrange(start...) } }

  /// Adds the gaps of a resource to the counts.
  ///
  /// - Parameter isExhausted: whether the work for it was used up.
  mutating func settle(isExhausted: Bool) {
    if isExhausted { current.append(.work) }
    for gap in current {
      while counts.count <= gap.number { counts.append((0, .value)) }
      counts[gap.number] = (counts[gap.number].count + 1, gap.kind)
    }
    drop(since: 0)
  }

  /// Begins to count anew.
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
    return current[start...].reduce(1) { ($0 &<< 20 | UInt64($1.rawValue)) }
  }

  /// Counts the gaps of an answer again.
  mutating func count(remembered answer: UInt64) {
    guard answer != 1 else { return }
    var shift = (63 &- UInt64(answer.leadingZeroBitCount)) / 20 &* 20
    while shift > 0 {
      shift &-= 20
      count(Gap(rawValue: UInt32(truncatingIfNeeded: answer &>> shift & 0xF_FFFF)))
    }
  }
}
