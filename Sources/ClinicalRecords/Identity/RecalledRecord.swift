package import Diagnostics
import JSONTape

/// A record that is read again from its place.
final class RecalledRecord {
  private var bytes: UnsafeMutableRawBufferPointer
  private var builder = TapeBuilder(maximumDepth: RecalledRecord.maximumDepth)
  /// The tape, good until the next call of ``load(_:_:)``.
  private(set) var tape = Tape.empty
  private(set) var parts = IdentityParts(Tape.empty, resource: 0, entry: -1)
  private(set) var given: String?
  /// Whether `meta.source` may name the source.
  private(set) var hasMetaSource = false
  private var loaded: RecordLocation?
  private var isGood = false

  /// Whoever indexed the record was stricter, or will be told nothing but that the records differ.
  private static let maximumDepth = 10_000
  private static let firstRead = 4 << 10

  init() {
    bytes = .allocate(byteCount: RecalledRecord.firstRead + Bytes.padding, alignment: 8)
  }

  deinit { bytes.deallocate() }

  /// Reads the record; `false` when it is not to be had any more.
  func load(_ place: RowPlace, _ storage: some RecordStorage) -> Bool {
    if loaded == place.location { return isGood }
    loaded = place.location
    isGood = read(place, storage)
    return isGood
  }

  private func read(_ place: RowPlace, _ storage: some RecordStorage) -> Bool {
    let start = place.offset - place.entryDistance
    var count = 0
    while true {
      let room = UnsafeMutableRawBufferPointer(rebasing: bytes[count..<bytes.count - Bytes.padding])
      guard let got = storage.read(file: place.file, at: start + count, into: room) else { return false }
      count += got
      bytes[count..<count + Bytes.padding].initializeMemory(as: UInt8.self, repeating: 0)
      if got == 0 || count == bytes.count - Bytes.padding {
        let text = UnsafePointer(bytes.baseAddress!.assumingMemoryBound(to: UInt8.self))
        if case .value = builder.read(text, from: 0, to: count) {
          return take(builder.tape(over: text), place, storage)
        }
        guard got > 0, count < TapeLayout.maximumBytes else { return false }
        grow(keeping: count)
      }
    }
  }

  private func take(_ tape: Tape, _ place: RowPlace, _ storage: some RecordStorage) -> Bool {
    self.tape = tape
    given = storage.givenSource(of: place.file)
    hasMetaSource = place.hasMetaSource
    guard place.entryDistance > 0 else {
      parts = IdentityParts(tape, resource: 0, entry: -1)
      return tape.tag(0) == .object
    }
    // The resource is the one that begins where the index says.
    guard tape.tag(0) == .object else { return false }
    let end = tape.next(0)
    var i = 2
    while i < end {
      if tape.offset(i + 1) == place.entryDistance, tape.tag(i + 1) == .object {
        parts = IdentityParts(tape, resource: i + 1, entry: 0)
        return true
      }
      i = tape.next(i + 1)
    }
    return false
  }

  private func grow(keeping count: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: (bytes.count - Bytes.padding) * 2 + Bytes.padding, alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    bytes.deallocate()
    bytes = larger
  }

  // MARK: - Comparing

  func isSameContent(as other: RecalledRecord) -> Bool {
    ContentComparison(tape, other.tape).isSame(parts.resource, other.parts.resource)
  }

  func isSameVersion(as other: RecalledRecord) -> Bool {
    isSame(\.versionId, other) && isSame(\.lastUpdated, other)
  }

  func isSameIdentity(as other: RecalledRecord, ignoringCase: Bool) -> Bool {
    guard isSame(\.type, other) else { return false }
    let id = parts.text(parts.id)
    let otherID = other.parts.text(other.parts.id)
    let isSameID =
      ignoringCase
      ? id.map(ASCIICase.folded) == otherID.map(ASCIICase.folded) : id == otherID
    guard isSameID else { return false }
    return parts.withSource(given: given, hasMetaSource: hasMetaSource) { source in
      other.parts.withSource(given: other.given, hasMetaSource: other.hasMetaSource) { $0.elementsEqual(source) }
    }
  }

  /// Whether a part is the same in both, or missing in both.
  private func isSame(_ part: KeyPath<IdentityParts, Int>, _ other: RecalledRecord) -> Bool {
    let mine = parts[keyPath: part]
    let theirs = other.parts[keyPath: part]
    return (mine < 0) == (theirs < 0) && parts.text(mine) == other.parts.text(theirs)
  }
}

/// Type and id of records that are read again from their places.
package final class RecordLabels {
  private let record = RecalledRecord()

  package init() {}

  /// The label of the record that begins at a place; `nil` when it is not to be had any more.
  package func label(of location: RecordLocation, in storage: some RecordStorage) -> RecordLabel? {
    let place = RowPlace(file: location.file, offset: location.offset, entryDistance: 0, isStreamedEntry: false)
    guard record.load(place, storage), record.parts.type >= 0 else { return nil }
    let id = record.parts.id < 0 ? nil : RecordLabels.clipped(record.parts.text(record.parts.id))
    return RecordLabel(resourceType: RecordLabels.clipped(record.parts.text(record.parts.type)), id: id)
  }

  /// The text itself, or its beginning where it is too long for a message.
  private static func clipped(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.unicodeScalars.count > 80 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(77))) + "..."
  }
}
