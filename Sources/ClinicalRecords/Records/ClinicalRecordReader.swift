public import FHIRTape
import FHIRView

/// Reads records out of bytes: a resource, a Bundle, an array of resources, or NDJSON, told apart by content.
///
/// ```swift
/// let reading = ClinicalRecordReader().read(bytes, origin: RecordOrigin(source: "City Clinic"))
/// for record in reading.records { print(record.clinicalType?.displayName ?? "", record.displayName) }
/// for problem in reading.problems { print(problem.byteOffset, problem.kind) }
/// ```
///
/// Nothing is judged here, and one bad line or entry costs no other. To have records checked, use `Validator`.
public struct ClinicalRecordReader: Sendable {
  /// Decides about clinical types.
  public var classifier: Classifier
  /// The deepest nesting that is read, in levels.
  public var maximumDepth = 200
  /// The largest single record that is read, in bytes.
  public var maximumRecordBytes = 256 << 20

  /// Makes a reader.
  public init(classifier: Classifier = Classifier()) {
    self.classifier = classifier
  }

  /// What was read.
  public struct Reading: Hashable, Sendable {
    /// The records, in their order.
    public internal(set) var records: [ClinicalRecord] = []
    /// What is no record, in its order.
    public internal(set) var problems: [Problem] = []
  }

  /// A place where a record was looked for and none could be read.
  public struct Problem: Hashable, Sendable {
    /// What is there instead.
    public enum Kind: String, Hashable, Sendable {
      /// Text that is not JSON, or goes beyond a limit.
      case unreadable
      /// A JSON value that is not an object with a resource type.
      case notAResource
    }

    /// What is there instead.
    public let kind: Kind
    /// Where it begins, or where reading had to stop.
    public let byteOffset: Int
  }

  /// Reads all records in the bytes, which all come from `origin`.
  public func read(_ bytes: [UInt8], origin: RecordOrigin = RecordOrigin()) -> Reading {
    bytes.withUnsafeBytes { read($0, origin: origin) }
  }

  /// Reads all records in the bytes, which all come from `origin`; the bytes are only read and not kept.
  public func read(_ bytes: UnsafeRawBufferPointer, origin: RecordOrigin = RecordOrigin()) -> Reading {
    var reader = RecordReader(
      MemorySource(bytes), bundles: .published, maximumDepth: maximumDepth, maximumRecordBytes: maximumRecordBytes,
      sizeHint: bytes.count)
    var collector = RecordCollector(classifier: classifier, origin: origin)
    do {
      while let event = try reader.next() { collector.collect(event) }
    } catch {
      // Memory does not fail to be read.
    }
    return Reading(records: collector.records.map(\.record), problems: collector.problems)
  }

  /// Reads records one after another from a source of any size; what is no record is passed over.
  ///
  /// NDJSON, arrays and Bundles are read record by record, any other text as a whole.
  ///
  /// - Parameters:
  ///   - source: gives the bytes.
  ///   - origin: where all of them come from.
  ///   - receive: gets each record and the offset of its first byte.
  /// - Throws: what the source or `receive` throws; never for anything in the bytes.
  public func read(
    from source: some ByteSource, origin: RecordOrigin = RecordOrigin(),
    _ receive: (_ record: ClinicalRecord, _ byteOffset: Int) throws -> Void
  ) throws {
    let cursor = cursor(over: source, origin: origin)
    while let item = try cursor.next() { try receive(item.record, item.byteOffset) }
  }
}

extension ClinicalRecordReader.Reading {
  /// The records of a clinical type, as a HealthKit query of that type returns them.
  public func records(ofType type: ClinicalTypeIdentifier) -> [ClinicalRecord] { records.records(ofType: type) }
}
