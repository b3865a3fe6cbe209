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

  /// Whether it is time to drop those that have been answered.
  var areMany: Bool { all.count >= limits.references || details.end >= limits.referenceBytes / 2 }
  /// Whether too few were dropped for that to be worth another try: each looks at all of them.
  var areStillMany: Bool { 2 * all.count >= limits.references || details.end >= limits.referenceBytes / 4 }
  /// Whether it is time to move them.
  var areTooMany: Bool { all.count >= 2 * limits.references || details.end >= limits.referenceBytes }

  init(_ limits: BundleLimits) { self.limits = limits }

  /// Adds a reference that is only counted.
  func note(_ key: BundleIndex.Key, start: Int) {
    all.append(HeldReference(key, duty: .none, isLocal: false, targets: 0, start: start))
  }

  /// Adds a reference that may have to be reported.
  ///
  /// - Parameters:
  ///   - id: the id of the record that it stands in.
  ///   - path: where the walk stands: at the element that has the reference.
  func note(
    _ reference: HeldReference, _ owner: ReferenceDetail.Owner, id: UnsafeBufferPointer<UInt8>,
    path: borrowing ElementPath
  ) {
    // An id has 64 characters at most; of a longer one a message shows the beginning.
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
