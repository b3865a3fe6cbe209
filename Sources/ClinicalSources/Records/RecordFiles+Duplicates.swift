public import ClinicalRecords
import FHIRRecognition
import FHIRTape

extension RecordFiles {
  /// Reads all records into memory, file by file in their order.
  ///
  /// - Throws: the error if a file cannot be read.
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
  /// - Throws: the error if a file cannot be read, and `TemporaryFileError`.
  public func duplicates(budget: Int = 256 << 20) throws -> Duplicates<Place> {
    try Self.duplicates(in: [self], budget: budget)
  }

  /// Finds the records that occur more than once in several folders or archives, such as the exports of two months.
  ///
  /// - Parameter budget: as for ``duplicates(budget:)``.
  /// - Throws: the error if a file cannot be read, and `TemporaryFileError`.
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
