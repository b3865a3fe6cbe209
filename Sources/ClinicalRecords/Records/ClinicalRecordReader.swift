public import FHIRTape

/// Reads records from bytes: a resource, a Bundle, an array of resources, or NDJSON, recognised by content.
///
/// ```swift
/// let reading = ClinicalRecordReader().read(bytes, origin: RecordOrigin(source: "City Clinic"))
/// for record in reading.records { print(record.clinicalType?.displayName ?? "", record.displayName) }
/// for problem in reading.problems { print(problem.byteOffset, problem.kind) }
/// ```
///
/// The reader does not validate, and a bad line or entry does not affect others. To validate records, use `Validator`.
public struct ClinicalRecordReader: Sendable {
  /// Determines clinical types.
  public var classifier: Classifier
  /// The deepest nesting that is read, in levels.
  public var maximumDepth = 200
  /// The largest single record that is read, in bytes.
  public var maximumRecordBytes = 256 << 20

  /// Makes a reader.
  public init(classifier: Classifier = Classifier()) { self.classifier = classifier }

  /// The result of reading.
  public struct Reading: Hashable, Sendable {
    /// The records, in their order.
    public internal(set) var records: [ClinicalRecord] = []
    /// The places without a record, in their order.
    public internal(set) var problems: [Problem] = []

    /// The records of a clinical type, as a HealthKit query of that type returns them.
    public func records(ofType type: ClinicalTypeIdentifier) -> [ClinicalRecord] { records.records(ofType: type) }
  }

  /// A place where a record was expected and none could be read.
  public struct Problem: Hashable, Sendable {
    /// The kinds of problems.
    public enum Kind: String, Hashable, Sendable {
      /// Text that is not JSON, or exceeds a limit.
      case unreadable
      /// A JSON value that is not an object with a resource type.
      case notAResource
    }

    /// The kind of problem.
    public let kind: Kind
    /// Where it begins, or where reading had to stop.
    public let byteOffset: Int
  }

  /// Reads all records in the bytes, which all come from `origin`.
  public func read(_ bytes: [UInt8], origin: RecordOrigin = RecordOrigin()) -> Reading {
    bytes.withUnsafeBytes { read($0, origin: origin) }
  }

  /// Reads all records in the bytes, which all come from `origin`; does not keep the bytes.
  public func read(_ bytes: UnsafeRawBufferPointer, origin: RecordOrigin = RecordOrigin()) -> Reading {
    let (items, problems) = readAll(bytes, origin: origin, maximumProblems: .max)
    return Reading(records: items.map(\.record), problems: problems)
  }

  /// Reads records one after another from a source of any size; ignores anything that is not a record.
  ///
  /// NDJSON, arrays and Bundles are read record by record, any other text as a whole.
  ///
  /// - Throws: only errors of the source or of `receive`; the content of the bytes never causes one.
  public func read(
    from source: some ByteSource, origin: RecordOrigin = RecordOrigin(),
    _ receive: (_ record: ClinicalRecord, _ byteOffset: Int) throws -> Void
  ) throws {
    let cursor = cursor(over: source, origin: origin)
    while let item = try cursor.next() { try receive(item.record, item.byteOffset) }
  }
}
