import FHIRSchema
import FHIRRecognition

/// The references of a Bundle that no entry has answered yet, in the order of the input.
///
/// When there are many, answered ones are dropped; if that does not free enough, all go to a ``BundleStore``.
final class HeldReferences {
  private let limits: BundleLimits
  // One walk owns this object, and no closure captures it.
  @exclusivity(unchecked) private(set) var all: [HeldReference] = []
  @exclusivity(unchecked) private var details = Notes()

  /// Whether it is time to drop answered references.
  var areMany: Bool { all.count >= limits.references || details.end >= limits.referenceBytes / 2 }
  /// Whether too few were dropped to make another attempt worthwhile: each attempt looks at all of them.
  var areStillMany: Bool { 2 * all.count >= limits.references || details.end >= limits.referenceBytes / 4 }
  /// Whether it is time to move all references to the store.
  var areTooMany: Bool { all.count >= 2 * limits.references || details.end >= limits.referenceBytes }

  init(_ limits: BundleLimits) { self.limits = limits }

  /// Adds a reference that is only counted.
  func note(_ key: BundleIndex.Key, start: Int) {
    all.append(HeldReference(key, duty: .none, isLocal: false, targets: .any, start: start))
  }

  /// States what a reference must lead to, if it is held and may be reported.
  ///
  /// - Parameter start: its offset in the input.
  func expect(_ target: ExpectedTarget, at start: Int) {
    // References in the extensions of this one may follow it.
    guard let place = all.lastIndex(where: { $0.start <= start }), all[place].start == start, all[place].detail >= 0
    else { return }
    all[place].expect(target)
  }

  /// Adds a reference that may have to be reported.
  ///
  /// - Parameters:
  ///   - id: the id of the record that contains it.
  ///   - path: the current path of the walk: the element that has the reference.
  func note(
    _ reference: HeldReference, _ owner: ReferenceDetail.Owner, id: UnsafeBufferPointer<UInt8>,
    path: borrowing ElementPath
  ) {
    // An id has at most 64 characters; for a longer one a message shows its beginning.
    let id = UnsafeBufferPointer(rebasing: id.prefix(400))
    let steps = path.steps
    var reference = reference
    reference.detail = details.append(
      ReferenceDetail(
        length: Int32(truncatingIfNeeded: owner.range.count), ownerType: owner.type?.packed ?? -1,
        idLength: Int32(truncatingIfNeeded: id.count), stepCount: Int32(truncatingIfNeeded: steps.count + 1)))
    details.append(UnsafeRawBufferPointer(steps))
    details.append(path.step(member: owner.member, index: -1))
    details.append(UnsafeRawBufferPointer(id))
    all.append(reference)
  }

  /// Calls `body` with the bytes of a detail.
  func withDetail<Result, Failure: Error>(
    _ detail: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try details.withBytes(from: detail, details.load(detail, as: ReferenceDetail.self).byteCount, body)
  }

  /// Drops the references that are answered.
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

  /// Removes all references, including those handed over to another owner.
  func removeAll() {
    all = []
    details = Notes()
  }
}
