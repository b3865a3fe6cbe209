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
  private var collector: RecordCollector
  private var place = 0

  init(_ reader: consuming RecordReader, _ collector: RecordCollector) {
    self.reader = reader
    self.collector = collector
  }

  /// The first thousand places read so far where a record was expected and none could be read.
  public var problems: [ClinicalRecordReader.Problem] { collector.problems }

  /// Returns the next record, or `nil` at the end.
  ///
  /// - Throws: only errors of the source; the content of the bytes never causes one.
  public func next() throws -> Item? {
    while place == collector.records.count {
      collector.forgetRecords()
      place = 0
      guard let event = try reader.next() else { return nil }
      collector.collect(event)
    }
    defer { place += 1 }
    let (record, byteOffset) = collector.records[place]
    return Item(record: record, byteOffset: byteOffset)
  }
}

extension ClinicalRecordReader {
  /// Reads records from a source of any size on request.
  ///
  /// - Parameters:
  ///   - source: provides the bytes. Wrap a stream in a `BufferedSource`.
  ///   - origin: where all of them come from.
  public func cursor(over source: some ByteSource, origin: RecordOrigin = RecordOrigin()) -> RecordCursor {
    RecordCursor(
      RecordReader(source, bundles: .published, maximumDepth: maximumDepth, maximumRecordBytes: maximumRecordBytes),
      RecordCollector(classifier: classifier, origin: origin, maximumProblems: 1000))
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
}
