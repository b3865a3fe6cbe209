public import FHIRTape
import FHIRRecognition

/// Reads the records of an input one after another, on request.
///
/// ```swift
/// let records = ClinicalRecordReader().cursor(over: source)
/// while let item = try records.next() { print(item.byteOffset, item.record.displayName) }
/// ```
///
/// At most one record, or one text that cannot be divided, is in memory at a time. Anything that is not a record is
/// skipped and listed in ``problems``.
public final class RecordCursor {
  /// A record, and the offset of its first byte.
  public struct Item: Hashable, Sendable {
    /// The record.
    public let record: ClinicalRecord
    /// Where it begins in the input.
    public let byteOffset: Int
  }

  private var reader: RecordReader
  private let classifier: Classifier
  private let origin: RecordOrigin
  private let maximumProblems: Int
  private var found: [Item] = []
  private var foundProblems: [ClinicalRecordReader.Problem] = []
  private var place = 0

  init(_ reader: consuming RecordReader, _ classifier: Classifier, _ origin: RecordOrigin, maximumProblems: Int) {
    self.reader = reader
    (self.classifier, self.origin, self.maximumProblems) = (classifier, origin, maximumProblems)
  }

  /// The first thousand places read so far where a record was expected and none could be read.
  public var problems: [ClinicalRecordReader.Problem] { foundProblems }

  /// Returns the next record, or `nil` at the end.
  ///
  /// - Throws: only errors of the source; the content of the bytes never causes one.
  public func next() throws -> Item? {
    while place == found.count {
      found.removeAll(keepingCapacity: true)
      place = 0
      switch try reader.next() {
      case nil: return nil
      case .byteOrderMark?: break
      case .failure(let error, let place)?: add(.unreadable, at: place.inputOffset(error.start))
      case .value(let tape, let place)?: collect(tape, place)
      }
    }
    defer { place += 1 }
    return found[place]
  }

  private func add(_ kind: ClinicalRecordReader.Problem.Kind, at offset: Int) {
    guard foundProblems.count < maximumProblems else { return }
    foundProblems.append(ClinicalRecordReader.Problem(kind: kind, byteOffset: offset))
  }

  /// Finds the records of a value: itself, or the entries of a Bundle, at any depth.
  private func collect(_ tape: Tape, _ place: RecordPlace) {
    tape.forEachRecord(in: place, bundles: .published) { index, _, entry in
      let byteOffset = place.inputOffset(tape.offset(index))
      if let record = ClinicalRecord(tape, at: index, entry: entry, origin: origin, classifier: classifier) {
        found.append(Item(record: record, byteOffset: byteOffset))
      } else {
        add(.notAResource, at: byteOffset)
      }
    }
  }
}

extension ClinicalRecordReader {
  /// Reads records from a source of any size on request. Wrap a stream in a `BufferedSource`.
  public func cursor(over source: some ByteSource, origin: RecordOrigin = RecordOrigin()) -> RecordCursor {
    cursor(over: source, origin: origin, maximumProblems: 1000)
  }

  func cursor(
    over source: some ByteSource, origin: RecordOrigin, maximumProblems: Int, sizeHint: Int = .max,
    lineStart: Int? = nil
  ) -> RecordCursor {
    RecordCursor(
      RecordReader(
        source, bundles: .published, maximumDepth: maximumDepth, maximumRecordBytes: maximumRecordBytes,
        sizeHint: sizeHint, lineStart: lineStart),
      classifier, origin, maximumProblems: maximumProblems)
  }

  /// Reads all records of bytes in memory, which does not fail.
  func readAll(
    _ bytes: UnsafeRawBufferPointer, origin: RecordOrigin, maximumProblems: Int, lineStart: Int? = nil
  ) -> (items: [RecordCursor.Item], problems: [Problem]) {
    let cursor = cursor(
      over: MemorySource(bytes), origin: origin, maximumProblems: maximumProblems, sizeHint: bytes.count,
      lineStart: lineStart)
    var items: [RecordCursor.Item] = []
    while let item = try? cursor.next() { items.append(item) }
    return (items, cursor.problems)
  }

  /// Reads records on request, in a `for await` loop.
  ///
  /// The loop reads the bytes without yielding its thread. For a source that waits, such as a socket, use
  /// ``records(in:origin:holding:)`` on the arriving bytes.
  public func records(from source: some ByteSource, origin: RecordOrigin = RecordOrigin()) -> Records {
    Records(cursor: cursor(over: source, origin: origin))
  }

  /// The records of a source, for one `for` loop.
  public struct Records: AsyncSequence {
    fileprivate let cursor: RecordCursor

    /// Makes an iterator over the records.
    public func makeAsyncIterator() -> Iterator { Iterator(cursor: cursor) }

    /// Iterates over the records.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let cursor: RecordCursor

      /// Returns the next record, or `nil` at the end.
      public mutating func next() async throws -> RecordCursor.Item? { try cursor.next() }
    }
  }

  /// Reads records from pieces of bytes as they arrive, for example from a download.
  ///
  /// ```swift
  /// for try await item in ClinicalRecordReader().records(in: pieces) { print(item.record.displayName) }
  /// ```
  ///
  /// A line of NDJSON is a record as soon as it has ended. Any other input is held until its end, because its last
  /// member may decide what it is; `FHIRTape.InputTooLarge` is thrown if it exceeds the limit in bytes.
  public func records<Pieces: AsyncSequence>(
    in pieces: Pieces, origin: RecordOrigin = RecordOrigin(), holding limit: Int = 64 << 20
  ) -> ArrivingRecords<Pieces> where Pieces.Element: Sequence<UInt8> {
    ArrivingRecords(pieces: pieces, reader: self, origin: origin, limit: limit)
  }

  /// Reads records from single bytes as they arrive, such as those of `URLSession`.
  public func records<Bytes: AsyncSequence>(
    in bytes: Bytes, origin: RecordOrigin = RecordOrigin(), holding limit: Int = 64 << 20
  ) -> ArrivingRecords<BytePieces<Bytes>> where Bytes.Element == UInt8 {
    records(in: BytePieces(bytes), origin: origin, holding: limit)
  }
}

/// The records of bytes that arrive in pieces: see ``ClinicalRecordReader/records(in:origin:holding:)``.
public struct ArrivingRecords<Pieces: AsyncSequence>: AsyncSequence where Pieces.Element: Sequence<UInt8> {
  fileprivate let pieces: Pieces
  fileprivate let reader: ClinicalRecordReader
  fileprivate let origin: RecordOrigin
  fileprivate let limit: Int

  /// Makes an iterator over the records.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pieces: pieces.makeAsyncIterator(), parts: InputParts(limit: limit), reader: reader, origin: origin)
  }

  /// Iterates over the records.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var pieces: Pieces.AsyncIterator
    fileprivate var parts: InputParts
    fileprivate let reader: ClinicalRecordReader
    fileprivate let origin: RecordOrigin
    fileprivate var ready: [RecordCursor.Item] = []
    fileprivate var place = 0
    fileprivate var hasEnded = false

    /// Returns the next record, or `nil` at the end.
    ///
    /// - Throws: the error of the pieces, or `InputTooLarge`.
    public mutating func next() async throws -> RecordCursor.Item? {
      while place == ready.count {
        if hasEnded { return nil }
        let piece = try await pieces.next()
        hasEnded = piece == nil
        guard let part = try piece.map({ try parts.add($0) }) ?? parts.end() else { continue }
        ready = part.bytes.withUnsafeBytes {
          reader.readAll($0, origin: origin, maximumProblems: 0, lineStart: part.lineStart).items
        }
        place = 0
      }
      defer { place += 1 }
      return ready[place]
    }
  }
}
