public import ClinicalRecords
import FHIRTape

/// Reads the records of a folder or an archive one after another, on request.
///
/// ```swift
/// let cursor = try files.cursor()
/// while let item = try cursor.next() { print(item.path, item.line, item.record.displayName) }
/// ```
public final class RecordFileCursor<Tree: FileTree> {
  private let files: RecordFiles<Tree>
  private let reader: ClinicalRecordReader
  private var left: ArraySlice<Int>
  private var current: OpenedFile?

  private struct OpenedFile {
    let number: Int
    let counter: LineCounter
    let records: RecordCursor
  }

  init(_ files: RecordFiles<Tree>, reader: ClinicalRecordReader) throws {
    self.files = files
    self.reader = reader
    left = try files.numbers()[...]
  }

  /// Returns the next record, or `nil` at the end; other values are skipped.
  ///
  /// - Throws: the error if a file cannot be read. The next call continues with the following file.
  public func next() throws -> RecordFiles<Tree>.Item? {
    while true {
      if let file = current {
        current = nil
        if let item = try file.records.next() {
          current = file
          return RecordFiles.Item(
            record: item.record, file: file.number, path: files.tree.path(of: file.number), byteOffset: item.byteOffset,
            line: file.counter.line(of: item.byteOffset))
        }
      }
      guard let number = left.popFirst() else { return nil }
      let counter = LineCounter()
      let source = LineCountingSource(source: try files.tree.open(number), counter: counter)
      current = OpenedFile(
        number: number, counter: counter, records: reader.cursor(over: source, origin: files.origin(of: number)))
    }
  }
}

extension RecordFiles {
  /// Reads records on request, file by file in their order.
  public func cursor(reader: ClinicalRecordReader = ClinicalRecordReader()) throws -> RecordFileCursor<Tree> {
    try RecordFileCursor(self, reader: reader)
  }

  /// Reads all records, file by file in their order; other values are skipped.
  ///
  /// NDJSON and arrays are read record by record, and any other file as a whole; never more than that is in memory.
  public func forEachRecord(
    reader: ClinicalRecordReader = ClinicalRecordReader(), _ body: (Item) throws -> Void
  ) throws {
    let cursor = try cursor(reader: reader)
    while let item = try cursor.next() { try body(item) }
  }
}

/// Finds the line of an offset in a stream that was already read further: keeps the newlines since the last offset.
final class LineCounter {
  private var newlines: [Int] = []
  private var passed = 0
  private var base = 1

  /// The line of an offset; offsets come in ascending order.
  func line(of offset: Int) -> Int {
    while passed < newlines.count, newlines[passed] < offset { passed += 1 }
    return base + passed
  }

  fileprivate func take(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    base += passed
    newlines.removeFirst(passed)
    passed = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A { newlines.append(offset + index) }
  }

  fileprivate func restart() {
    newlines = []
    passed = 0
    base = 1
  }
}

/// A source whose lines are counted while it is read.
struct LineCountingSource<Source: ByteSource>: ByteSource {
  fileprivate var source: Source
  fileprivate let counter: LineCounter
  fileprivate var offset = 0

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(into: buffer)
    counter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
    offset += count
    return count
  }

  mutating func rewind() throws {
    try source.rewind()
    counter.restart()
    offset = 0
  }
}
