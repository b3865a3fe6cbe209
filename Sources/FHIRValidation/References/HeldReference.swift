import FHIRSchema
import FHIRView
import FHIRRowStore

/// A reference that no entry so far answers: what is needed to look it up again.
struct HeldReference {
  /// All bits set where nothing could answer: a relative reference in an entry whose `fullUrl` tells no server.
  var key: BundleIndex.Key
  /// Where it stands in the input.
  var start: Int
  /// Its ``ReferenceDetail``, -1 where nobody has to answer, and it is only counted.
  var detail = -1
  /// The duty, what it names, and the types that it may lead to.
  var flags: UInt32

  static let noKey = BundleIndex.Key(hash: .max, check: .max, version: .max)

  init(_ key: BundleIndex.Key?, duty: CurrentEntry.Duty, isLocal: Bool, targets: Int, start: Int) {
    self.key = key ?? Self.noKey
    self.start = start
    flags =
      UInt32(duty.rawValue) | (isLocal ? 4 : 0) | (key?.version == 0 ? 8 : 0) | (key == nil ? 16 : 0)
      | UInt32(truncatingIfNeeded: targets) << 8
  }

  static func duty(_ flags: UInt32) -> CurrentEntry.Duty { CurrentEntry.Duty(rawValue: UInt8(flags & 3)) ?? .none }
  /// Whether it names something that exists nowhere else.
  static func isLocal(_ flags: UInt32) -> Bool { flags & 4 != 0 }
  static func wantsAnyVersion(_ flags: UInt32) -> Bool { flags & 8 != 0 }
  static func hasKey(_ flags: UInt32) -> Bool { flags & 16 == 0 }
  /// The row of resource types that it may lead to, where the reference itself shows none.
  static func targets(_ flags: UInt32) -> Int { Int(flags >> 8) }

  /// Whether a Bundle of this type has to answer it.
  static func isOwed(_ flags: UInt32, isDocument: Bool, isMessage: Bool) -> Bool {
    switch duty(flags) {
    case .none: false
    case .local: true
    case .document: isDocument || isLocal(flags)
    case .message: isMessage || isLocal(flags)
    }
  }
}

/// What a finding says of a reference besides: where it stands, and in which record.
struct ReferenceDetail: BitwiseCopyable {
  /// How many bytes the reference has.
  var length: Int32
  /// The row of the record's type as ``ReleaseRow/packed``, -1 for none.
  var ownerType: Int32
  var idLength: Int32
  var stepCount: Int32

  /// The record that a reference stands in, and where.
  struct Owner {
    /// The reference in the input.
    let range: Range<Int>
    /// The member that it is the value of.
    let member: MemberID
    /// The row of the record's type.
    let type: ReleaseRow?
  }

  /// How many bytes there are of it all: this, the steps, the id.
  var byteCount: Int {
    MemoryLayout<ReferenceDetail>.size + Int(stepCount) * MemoryLayout<ElementPath.Step>.stride + Int(idLength)
  }
}

/// A reference that is reported when its Bundle has ended.
struct PendingReference {
  /// `nil` when nothing could answer it.
  var key: BundleIndex.Key?
  /// Whether it names something that exists nowhere else.
  var isLocal: Bool
  /// Its place in the input.
  var range: Range<Int>
  /// The way to it.
  var steps: [ElementPath.Step]
  /// The row of resource types that it may lead to, where the reference itself shows none.
  var targets: Int
  /// The row of the type of the record that it stands in.
  var ownerType: ReleaseRow?
  /// The id of that record.
  var ownerID: [UInt8]

  /// - Parameter detail: the bytes of a ``ReferenceDetail`` and of what follows on it.
  init(flags: UInt32, start: Int, detail: UnsafeRawBufferPointer) {
    let head = detail.load(as: ReferenceDetail.self)
    let steps = MemoryLayout<ReferenceDetail>.size
    let id = steps + Int(head.stepCount) * MemoryLayout<ElementPath.Step>.stride
    key = HeldReference.hasKey(flags) ? BundleIndex.Key(hash: 0, check: 0, version: 0) : nil
    isLocal = HeldReference.isLocal(flags)
    range = start..<start + Int(head.length)
    self.steps = Array(UnsafeRawBufferPointer(rebasing: detail[steps..<id]).bindMemory(to: ElementPath.Step.self))
    targets = HeldReference.targets(flags)
    ownerType = ReleaseRow(packed: head.ownerType)
    ownerID = Array(detail[id..<id + Int(head.idLength)])
  }
}
