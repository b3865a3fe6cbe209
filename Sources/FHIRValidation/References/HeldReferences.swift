import FHIRSchema

/// The references of a Bundle that no entry has answered yet, in the order of the input. When there are many, answered
/// ones are dropped; if that does not free enough, all go to a ``BundleStore``.
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

  /// States what the reference at an offset of the input must lead to, if it is held and may be reported.
  func expect(_ target: ExpectedTarget, at start: Int) {
    // References in the extensions of this one may follow it.
    guard let place = all.lastIndex(where: { $0.start <= start }), all[place].start == start, all[place].detail >= 0
    else { return }
    all[place].flags.targets = target
  }

  /// Adds a reference that may have to be reported, with the id of its record and the path of the element that has it.
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

  func withDetail<Result, Failure: Error>(
    _ detail: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try details.withBytes(from: detail, details.load(detail, as: ReferenceDetail.self).byteCount, body)
  }

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

/// A reference that no entry has answered yet: what a later look-up needs.
struct HeldReference {
  /// All bits set if no entry can answer: a relative reference in an entry whose `fullUrl` shows no server.
  var key: BundleIndex.Key
  var start: Int
  /// The number of its ``ReferenceDetail``, -1 if it need not be answered and is only counted.
  var detail = -1
  var flags: ReferenceFlags

  init(_ key: BundleIndex.Key?, duty: CurrentEntry.Duty, isLocal: Bool, targets: ExpectedTarget, start: Int) {
    self.key = key ?? BundleIndex.Key(hash: .max, check: .max, version: .max)
    self.start = start
    flags = ReferenceFlags(
      bits: UInt32(duty.rawValue) | (isLocal ? 4 : 0) | (key?.version == 0 ? 8 : 0) | (key == nil ? 16 : 0))
    flags.targets = targets
  }
}

/// The duty of a reference, whether it is local, and the types that it may refer to, in one word.
struct ReferenceFlags {
  var bits: UInt32

  private var duty: CurrentEntry.Duty { CurrentEntry.Duty(rawValue: UInt8(bits & 3)) ?? .none }
  /// Whether it names something that exists only in the Bundle.
  var isLocal: Bool { bits & 4 != 0 }
  var wantsAnyVersion: Bool { bits & 8 != 0 }
  /// Whether an entry could answer it.
  var hasKey: Bool { bits & 16 == 0 }
  /// What it must lead to, if the reference itself shows no type.
  var targets: ExpectedTarget {
    get { ExpectedTarget(code: Int(bits >> 8)) }
    set { bits = bits & 0xFF | UInt32(truncatingIfNeeded: newValue.code) << 8 }
  }

  /// Whether a Bundle of this type must answer it.
  func isOwed(in type: BundleType) -> Bool {
    switch duty {
    case .none: false
    case .local: true
    case .document: type.traits.contains(.document) || isLocal
    case .message: type.traits.contains(.message) || isLocal
    }
  }
}

/// What the target of a reference must be: of a type that the element allows, or of the type that the reference states.
struct ExpectedTarget {
  /// A row of types in the upper bits; the lowest bit is 1 for the row of a single type.
  let code: Int

  static let any = ExpectedTarget(row: 0)

  init(code: Int) { self.code = code }

  /// - Parameter row: a row of resource types that an element allows.
  init(row: Int) { code = row << 1 }

  /// - Parameter type: the row of the type that the reference states.
  init(type: TypeID) { code = type.row << 1 | 1 }

  var type: TypeID? { code & 1 == 1 ? TypeID(code >> 1) : nil }
  var row: Int { code >> 1 }

  func accepts(_ found: TypeID, _ rows: SchemaRows) -> Bool {
    type.map { $0 == found } ?? rows.isTarget(found, of: row)
  }
}

struct ReferenceDetail: BitwiseCopyable {
  var length: Int32
  /// The row of the record's type as ``ReleaseRow/packed``, `.none` if there is none.
  var ownerType: Int32
  var idLength: Int32
  var stepCount: Int32

  /// The range of the reference in the input, the member that it is, and the type of its record.
  typealias Owner = (range: Range<Int>, member: MemberID, type: ReleaseRow?)

  /// The number of bytes of it all: this, the steps, the id.
  var byteCount: Int {
    MemoryLayout<ReferenceDetail>.size + Int(stepCount) * MemoryLayout<ElementPath.Step>.stride + Int(idLength)
  }
}

struct PendingReference {
  let flags: ReferenceFlags
  let range: Range<Int>
  let steps: [ElementPath.Step]
  let ownerType: ReleaseRow?
  let ownerID: [UInt8]

  /// - Parameter detail: the bytes of a ``ReferenceDetail`` and of the steps and id that follow it.
  init(_ flags: ReferenceFlags, start: Int, detail: UnsafeRawBufferPointer) {
    self.flags = flags
    let head = detail.load(as: ReferenceDetail.self)
    let steps = MemoryLayout<ReferenceDetail>.size
    let id = steps + Int(head.stepCount) * MemoryLayout<ElementPath.Step>.stride
    range = start..<start + Int(head.length)
    self.steps = Array(UnsafeRawBufferPointer(rebasing: detail[steps..<id]).bindMemory(to: ElementPath.Step.self))
    ownerType = ReleaseRow(packed: head.ownerType)
    ownerID = Array(detail[id..<id + Int(head.idLength)])
  }
}
