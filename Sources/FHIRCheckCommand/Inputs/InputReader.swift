import ClinicalSources
import FHIRReporting

/// Reads small inputs completely, with one buffer for all inputs of a worker.
struct InputReader: ~Copyable {
  /// Inputs up to this size are read completely.
  static let wholeLimit = 8 << 20

  enum Content {
    case whole(count: Int)
    /// The whole input is in the buffer, and holds cards; if it is larger than a file of cards may be, its beginning.
    case cards(count: Int)
    /// The input is larger, and must be read again from its start.
    case large
    case other(ContentKind)
    case report
    case nested(SourceFault)
  }

  private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  deinit { buffer.deallocate() }

  /// The bytes of ``Content/whole(count:)``.
  func bytes(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }

  /// - Parameter isNamed: whether the caller named this input, so that a report which is also a record is judged.
  mutating func read(_ input: InputSource, mustLookLikeJSON: Bool, isNamed: Bool = false) throws -> Content {
    let size = input.size ?? 0
    // One byte more than the size, so that the read reaches the end.
    if size <= InputReader.wholeLimit { reserve(size + 1, keeping: 0) }
    var count = 0
    // Of a file of unknown format, only the beginning is read first.
    let reads = mustLookLikeJSON || input.isPacked ? 4 << 10 : InputReader.wholeLimit
    var (isChecked, hasCards) = (false, false)
    while true {
      if hasCards, count > InputReader.wholeLimit { return .cards(count: count) }
      if isChecked, !hasCards, count > InputReader.wholeLimit || size > InputReader.wholeLimit { return .large }
      if count == buffer.count { reserve(buffer.count + 1, keeping: count) }
      let end = isChecked ? buffer.count : min(buffer.count, max(reads, 2 * count))
      let got = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count..<end]))
      count += got
      if !isChecked {
        let kind = ContentKind(bytes(count))
        if got > 0, kind.mayBecomeAnother, count <= InputReader.limit(of: kind) { continue }
        if input.isPacked, let fault = SourceFault.nested(kind) {
          return .nested(fault)
        }
        hasCards = kind == .healthCard
        let isPassedOver = mustLookLikeJSON ? kind != .json : !kind.isReadAsJSON
        if isPassedOver, !hasCards, count > 0 || input.fault == nil { return .other(kind) }
        if kind == .json, let report = OwnReport.kind(of: bytes(count)), !(isNamed && report == .records) {
          return .report
        }
        isChecked = true
      }
      if got == 0 { return hasCards ? .cards(count: count) : .whole(count: count) }
    }
  }

  /// How much of a file is read to recognise its kind: JSON may follow white space, and the first tag may follow
  /// comments.
  private static func limit(of kind: ContentKind) -> Int { kind == .empty ? wholeLimit : 64 << 10 }

  /// Makes room for at least this many bytes, and for some more, so that files of growing size need few buffers. Only
  /// the bytes in use are copied.
  private mutating func reserve(_ count: Int, keeping kept: Int) {
    guard count > buffer.count else { return }
    let room = max(count, min(2 * buffer.count, InputReader.wholeLimit + 1))
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<kept]))
    buffer.deallocate()
    buffer = larger
  }
}
