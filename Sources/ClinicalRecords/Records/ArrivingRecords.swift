public import FHIRTape
import FHIRRecognition

extension ClinicalRecordReader {
  /// Reads records from pieces of bytes as they arrive, for example from a download.
  ///
  /// ```swift
  /// for try await item in ClinicalRecordReader().records(in: pieces) { print(item.record.displayName) }
  /// ```
  ///
  /// A line of NDJSON is a record as soon as it has ended. Any other input is held until its end, because its last
  /// member may decide what it is; `FHIRTape.InputTooLarge` is thrown if it exceeds the limit.
  ///
  /// - Parameters:
  ///   - pieces: the bytes, in pieces of any size.
  ///   - origin: where all of them come from.
  ///   - limit: how many bytes are held of a line, or of an input that is not NDJSON.
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
  /// A record, and the offset of its first byte.
  public typealias Element = RecordCursor.Item

  fileprivate let pieces: Pieces
  fileprivate let reader: ClinicalRecordReader
  fileprivate let origin: RecordOrigin
  fileprivate let limit: Int

  /// Makes an iterator over the records.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      pieces: pieces.makeAsyncIterator(), parts: InputParts(limit: limit), reader: reader, origin: origin)
  }

  /// Iterates over the records.
  public struct Iterator: AsyncIteratorProtocol {
    private var pieces: Pieces.AsyncIterator
    private var parts: InputParts
    private let reader: ClinicalRecordReader
    private let origin: RecordOrigin
    private var ready: [RecordCursor.Item] = []
    private var place = 0
    private var hasEnded = false

    fileprivate init(
      pieces: Pieces.AsyncIterator, parts: InputParts, reader: ClinicalRecordReader, origin: RecordOrigin
    ) {
      self.pieces = pieces
      self.parts = parts
      self.reader = reader
      self.origin = origin
    }

    /// Returns the next record, or `nil` at the end.
    ///
    /// - Throws: the error of the pieces, or `InputTooLarge`.
    public mutating func next() async throws -> RecordCursor.Item? {
      while place == ready.count {
        if hasEnded { return nil }
        let piece = try await pieces.next()
        hasEnded = piece == nil
        guard let part = try piece.map({ try parts.add($0) }) ?? parts.end() else { continue }
        ready = try reader.items(of: part, origin: origin)
        place = 0
      }
      defer { place += 1 }
      return ready[place]
    }
  }
}

extension ClinicalRecordReader {
  /// The records of a part that can be read separately.
  fileprivate func items(of part: InputParts.Part, origin: RecordOrigin) throws -> [RecordCursor.Item] {
    try part.bytes.withUnsafeBytes { bytes in
      var reader = RecordReader(
        MemorySource(bytes), bundles: .published, maximumDepth: maximumDepth, maximumRecordBytes: maximumRecordBytes,
        sizeHint: bytes.count, lineStart: part.lineStart)
      var collector = RecordCollector(classifier: classifier, origin: origin, maximumProblems: 0)
      while let event = try reader.next() { collector.collect(event) }
      return collector.records.map { RecordCursor.Item(record: $0.record, byteOffset: $0.byteOffset) }
    }
  }
}
