import FHIRView

/// The references of a Bundle that no entry so far answers, in the order of the input.
///
/// When they are many, those that have been answered since are dropped, and if that does not help all go to a
/// ``BundleStore``.
final class HeldReferences {
  private let limits: BundleLimits
  private(set) var all: [HeldReference] = []
  private var details = Notes()
  /// How many there have been.
  private(set) var noted = 0
  /// How often all were moved, and where in the input the last one stands.
  private(set) var moves = 0
  private(set) var lastStart = -1

  /// Whether it is time to drop those that have been answered.
  var areMany: Bool { all.count >= limits.references || details.end >= limits.referenceBytes / 2 }
  /// Whether too few were dropped for that to be worth another try: each looks at all of them.
  var areStillMany: Bool { 2 * all.count >= limits.references || details.end >= limits.referenceBytes / 4 }
  /// Whether it is time to move them.
  var areTooMany: Bool { all.count >= 2 * limits.references || details.end >= limits.referenceBytes }

  init(_ limits: BundleLimits) { self.limits = limits }

  /// Adds a reference that is only counted.
  func note(_ key: BundleIndex.Key, start: Int) {
    append(HeldReference(key, duty: .none, isLocal: false, targets: 0, start: start, detail: -1))
  }

  /// Adds a reference that may have to be reported.
  ///
  /// - Parameters:
  ///   - path: where the walk stands, and `member` is the reference itself.
  ///   - id: the id of the record that it stands in.
  func note(
    _ key: BundleIndex.Key?, duty: BundleState.Duty, isLocal: Bool, targets: Int, range: Range<Int>,
    path: borrowing ElementPath, member: Int, ownerType: Int, id: UnsafeBufferPointer<UInt8>
  ) {
    let steps = path.steps
    let detail = details.append(
      ReferenceDetail(
        length: Int32(truncatingIfNeeded: range.count), ownerType: Int32(truncatingIfNeeded: ownerType),
        idLength: Int32(truncatingIfNeeded: id.count), stepCount: Int32(truncatingIfNeeded: steps.count + 1)))
    details.append(UnsafeRawBufferPointer(steps))
    details.append(ElementPath.Step(member: member, index: -1))
    details.append(UnsafeRawBufferPointer(id))
    append(
      HeldReference(
        key, duty: duty, isLocal: isLocal, targets: targets, start: range.lowerBound, detail: detail))
  }

  private func append(_ reference: HeldReference) {
    all.append(reference)
    noted += 1
    lastStart = reference.start
  }

  /// Calls `body` with the bytes of a detail.
  func withDetail<Result, Failure: Error>(
    _ detail: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try details.withBytes(from: detail, details.load(detail, as: ReferenceDetail.self).byteCount, body)
  }

  /// Keeps those that are not answered.
  func drop(where isAnswered: (HeldReference) -> Bool) {
    var kept: [HeldReference] = []
    var keptDetails = Notes()
    for var reference in all where !isAnswered(reference) {
      if reference.detail >= 0 { reference.detail = withDetail(reference.detail) { keptDetails.append($0) } }
      kept.append(reference)
    }
    all = kept
    swap(&details, &keptDetails)
  }

  /// Forgets those that somebody else has now.
  func removeMoved() {
    moves += 1
    removeAll()
  }

  /// Forgets all.
  func removeAll() {
    all = []
    details = Notes()
  }

  // MARK: - Taking back

  /// What was noted up to a place within an entry.
  struct Mark {
    fileprivate let count: Int
    fileprivate let details: Int
    fileprivate let moves: Int
    fileprivate let lastStart: Int
  }

  var mark: Mark { Mark(count: all.count, details: details.end, moves: moves, lastStart: lastStart) }

  /// Forgets the references since, which are of a record that turned out not to be judged.
  ///
  /// - Returns: where in the input those of them stand that were moved; `nil` for none.
  func takeBack(to mark: Mark) -> Range<Int>? {
    guard moves == mark.moves else {
      removeAll()
      return mark.lastStart + 1..<lastStart + 1
    }
    all.removeLast(all.count - mark.count)
    details.removeAll(from: mark.details)
    return nil
  }
}
