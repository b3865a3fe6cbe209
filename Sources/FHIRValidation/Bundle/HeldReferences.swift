import FHIRSchema
import FHIRView

/// The references of a Bundle that no entry so far answers, in the order of the input.
///
/// When they are many, those that have been answered since are dropped, and if that does not help all go to a
/// ``BundleStore``.
final class HeldReferences {
  private let limits: BundleLimits
  // One walk has it, and no closure of its own gets hold of it.
  @exclusivity(unchecked) private(set) var all: [HeldReference] = []
  @exclusivity(unchecked) private var details = Notes()
  /// How many there have been.
  @exclusivity(unchecked) private(set) var noted = 0

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
    path: borrowing ElementPath, member: Int, ownerType: ReleaseRow?, id: UnsafeBufferPointer<UInt8>
  ) {
    let steps = path.steps
    let detail = details.append(
      ReferenceDetail(
        length: Int32(truncatingIfNeeded: range.count), ownerType: ownerType?.packed ?? -1,
        idLength: Int32(truncatingIfNeeded: id.count), stepCount: Int32(truncatingIfNeeded: steps.count + 1)))
    details.append(UnsafeRawBufferPointer(steps))
    details.append(path.step(member: member, index: -1))
    details.append(UnsafeRawBufferPointer(id))
    append(
      HeldReference(
        key, duty: duty, isLocal: isLocal, targets: targets, start: range.lowerBound, detail: detail))
  }

  private func append(_ reference: HeldReference) {
    all.append(reference)
    noted += 1
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

  /// Forgets all, those that somebody else has now.
  func removeAll() {
    all = []
    details = Notes()
  }
}
