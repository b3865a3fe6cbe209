public import ClinicalRecords
import FHIRRecognition
import FHIRTape

/// The files with records of a folder or an archive, and the origin of the records, for importers.
///
/// ```swift
/// let files = try RecordFiles(FolderTree(path: "apple_health_export"))
/// try files.forEachRecord { item in
///   print(item.path, item.record.source ?? "-", item.record.receivedDate?.text ?? "-", item.record.displayName)
/// }
/// ```
///
/// In an Apple Health export, the stub gives the origin of a record; otherwise the caller does. This example fills a
/// store file by file:
///
/// ```swift
/// for file in try files.numbers() {
///   try await store.load(files.tree.open(file), origin: files.origin(of: file))
/// }
/// ```
///
/// Records are not validated here. Each function throws the error if a file cannot be read.
public struct RecordFiles<Tree: FileTree>: Sendable {
  /// The container of the files.
  public let tree: Tree
  /// The Apple Health exports among them.
  public let exports: [AppleHealthExport]
  /// The origin of records without a stub.
  public let origin: RecordOrigin
  /// The first export with a stub for a file.
  private var exportOfFile: [Int: Int] = [:]

  /// Finds the exports of a tree, and reads their stubs.
  public init(_ tree: Tree, origin: RecordOrigin = RecordOrigin(), limits: ExportLimits = ExportLimits()) throws {
    (self.tree, self.origin, exports) = (tree, origin, try AppleHealthExport.all(in: tree, limits: limits))
    for (number, export) in exports.enumerated() {
      for file in export.filesWithStub where exportOfFile[file] == nil { exportOfFile[file] = number }
    }
  }

  /// The origin of the records of a file.
  public func origin(of file: Int) -> RecordOrigin {
    exportOfFile[file].flatMap { exports[$0].stub(of: file) }.map { RecordOrigin($0, otherwise: origin) } ?? origin
  }

  /// The numbers of the files that begin like JSON.
  public func numbers() throws -> [Int] {
    try (0..<tree.count).filter { file in
      var source = try tree.open(file)
      return try source.beginsLikeJSON()
    }
  }

  /// A record and its place.
  public struct Item: Hashable, Sendable {
    /// The record, with its origin.
    public let record: ClinicalRecord
    /// The number of the file in its tree.
    public let file: Int
    /// The path of the file in its tree.
    public let path: String
    /// Where the record begins in the file.
    public let byteOffset: Int
    /// The line on which it begins, from 1.
    public let line: Int
  }

  /// Reads all records into memory, file by file in their order.
  public func records(reader: ClinicalRecordReader = ClinicalRecordReader()) throws -> [ClinicalRecord] {
    var records: [ClinicalRecord] = []
    try forEachRecord(reader: reader) { records.append($0.record) }
    return records
  }

  /// The place of a record.
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The index of the input, if several were searched together.
    public let input: Int
    /// The number of the file in its tree.
    public let file: Int
    /// The path of the file in its tree.
    public let path: String
    /// Where the record begins in the file.
    public let byteOffset: Int

    /// The path and the offset.
    public var description: String { "\(path):\(byteOffset)" }
  }

  /// Finds the records that occur more than once, without keeping them: memory does not grow with their size, and
  /// beyond the budget not with their number.
  ///
  /// - Parameter budget: the memory for the 64 bytes that are kept for each record; more than that goes to a temporary
  ///   file.
  public func duplicates(budget: Int = 256 << 20) throws -> Duplicates<Place> {
    try Self.duplicates(in: [self], budget: budget)
  }

  /// Finds the records that occur more than once in several folders or archives, such as the exports of two months.
  public static func duplicates(in inputs: [RecordFiles], budget: Int = 256 << 20) throws -> Duplicates<Place> {
    let (index, limits) = (RecordIndex(budget: budget), ClinicalRecordReader())
    var all: [(input: Int, file: Int)] = []
    for (input, files) in inputs.enumerated() {
      for number in try files.numbers() {
        var reader = RecordReader(
          try files.tree.open(number), bundles: .published, maximumDepth: limits.maximumDepth,
          maximumRecordBytes: limits.maximumRecordBytes)
        while let event = try reader.next() {
          guard case .value(let tape, let place) = event else { continue }
          index.insert(recordsOn: tape, place, file: all.count, origin: files.origin(of: number))
        }
        all.append((input, number))
      }
    }
    return try index.duplicates { location in
      let (input, file) = all[location.file]
      return Place(input: input, file: file, path: inputs[input].tree.path(of: file), byteOffset: location.offset)
    }
  }

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

extension RecordOrigin {
  /// The facts of a stub; facts that the stub lacks come from the caller's origin.
  fileprivate init(_ stub: ExportStub, otherwise origin: RecordOrigin) {
    func text(_ text: String) -> String? { text.isEmpty ? nil : text }
    self.init(
      source: text(stub.sourceName) ?? origin.source, sourceURL: text(stub.sourceURL) ?? origin.sourceURL,
      fhirVersion: FHIRVersion(stub.fhirVersion) ?? origin.fhirVersion,
      receivedDate: text(stub.receivedDate).map(ReceivedDate.init) ?? origin.receivedDate)
  }
}

extension ByteSource {
  /// Whether the first byte that is not white space, after a byte order mark, opens an object or an array.
  fileprivate mutating func beginsLikeJSON() throws -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
      var isFirst = true
      while case let count = try read(into: buffer), count > 0 {
        var bytes = buffer[..<count]
        if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        isFirst = false
        if let byte = bytes.first(where: { !Bytes.isWhitespace($0) }) {
          return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
        }
      }
      return false
    }
  }
}

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
  private var current: (number: Int, source: LineCountingSource<Tree.File>, records: RecordCursor)?

  init(_ files: RecordFiles<Tree>, reader: ClinicalRecordReader) throws {
    (self.files, self.reader, left) = (files, reader, try files.numbers()[...])
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
            line: file.source.line(of: item.byteOffset))
        }
      }
      guard let number = left.popFirst() else { return nil }
      let source = LineCountingSource(try files.tree.open(number))
      current = (number, source, reader.cursor(over: source, origin: files.origin(of: number)))
    }
  }
}

/// A source that was read further than the line that is asked for: keeps the newlines since the last offset.
final class LineCountingSource<Source: ByteSource>: ByteSource {
  private var source: Source
  private var offset = 0
  private var newlines: [Int] = []
  private var passed = 0
  private var base = 1

  init(_ source: Source) { self.source = source }

  /// The line of an offset; offsets come in ascending order.
  func line(of offset: Int) -> Int {
    while passed < newlines.count, newlines[passed] < offset { passed += 1 }
    return base + passed
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(into: buffer)
    base += passed
    newlines.removeFirst(passed)
    passed = 0
    for (index, byte) in buffer[..<count].enumerated() where byte == 0x0A { newlines.append(offset + index) }
    offset += count
    return count
  }

  func rewind() throws {
    try source.rewind()
    (newlines, passed, base, offset) = ([], 0, 1, 0)
  }
}
