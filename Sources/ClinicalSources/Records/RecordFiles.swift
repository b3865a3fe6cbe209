public import ClinicalRecords
import FHIRTape
import FHIRRecognition

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
    self.tree = tree
    self.origin = origin
    exports = try AppleHealthExport.all(in: tree, limits: limits)
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
    // Files are numbered over all inputs.
    var firstFile: [Int] = []
    var count = 0
    for files in inputs {
      firstFile.append(count)
      for number in try files.numbers() {
        var reader = RecordReader(
          try files.tree.open(number), bundles: .published, maximumDepth: limits.maximumDepth,
          maximumRecordBytes: limits.maximumRecordBytes)
        while let event = try reader.next() {
          guard case .value(let tape, let place) = event else { continue }
          index.insert(recordsOn: tape, place, file: count + number, origin: files.origin(of: number))
        }
      }
      count += files.tree.count
    }
    return try index.duplicates { location in
      let input = firstFile.lastIndex { $0 <= location.file } ?? 0
      let file = location.file - firstFile[input]
      return Place(
        input: input, file: file, path: inputs[input].tree.path(of: file), byteOffset: location.offset)
    }
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
