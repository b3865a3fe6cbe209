public import FHIRTape
import FHIRView

/// The records of an input, one after another, for a loop that asks for the next.
///
/// ```swift
/// let records = ClinicalRecordReader().cursor(over: source)
/// while let item = try records.next() { print(item.byteOffset, item.record.displayName) }
/// ```
///
/// No more than one record, or one text that is not taken apart, is in memory at a time. What is no record is passed over
/// and told by ``problems``.
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

  /// The first thousand places, of those that were read so far, where a record was looked for and none could be read.
  public var problems: [ClinicalRecordReader.Problem] { collector.problems }

  /// The next record, `nil` at the end.
  ///
  /// - Throws: what the source throws; never for anything in the bytes.
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
  /// Reads records from a source of any size as they are asked for.
  ///
  /// - Parameters:
  ///   - source: gives the bytes. A stream that comes once goes into a `BufferedSource`.
  ///   - origin: where all of them come from.
  public func cursor(over source: some ByteSource, origin: RecordOrigin = RecordOrigin()) -> RecordCursor {
    RecordCursor(
      RecordReader(source, bundles: .published, maximumDepth: maximumDepth, maximumRecordBytes: maximumRecordBytes),
      RecordCollector(classifier: classifier, origin: origin, maximumProblems: 1000))
  }

  /// Reads records as they are asked for, in a `for` loop that awaits each.
  ///
  /// The bytes are read where the loop runs, without giving the thread away: for a source that waits, such as a socket,
  /// use ``records(in:origin:holding:)`` on what it sends.
  public func records(from source: some ByteSource, origin: RecordOrigin = RecordOrigin()) -> Records {
    Records(cursor: cursor(over: source, origin: origin))
  }

  /// The records of a source, for a `for` loop that goes over them once.
  public struct Records: AsyncSequence {
    fileprivate let cursor: RecordCursor

    /// Goes over the records.
    public func makeAsyncIterator() -> Iterator { Iterator(cursor: cursor) }

    /// Goes over the records.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let cursor: RecordCursor

      /// The next record, `nil` at the end.
      public mutating func next() async throws -> RecordCursor.Item? { try cursor.next() }
    }
  }
}
