public import ClinicalRecords
public import FHIRSchema
public import Foundation
public import FHIRModelRuntime

extension ClinicalRecord {
  /// Makes a record from the JSON of one resource; `nil` if it is not an object with a resource type.
  public init?(json data: Data, origin: RecordOrigin = RecordOrigin(), classifier: Classifier = Classifier()) {
    self.init(json: [UInt8](data), origin: origin, classifier: classifier)
  }

  /// The resource as it was read.
  public var data: Data { Data(json) }
}

extension RecordFacts {
  /// Reads the JSON of one resource; `nil` if it is not a resource of a type that HealthKit has records of.
  public init?(json data: Data) { self.init(json: [UInt8](data)) }
}

extension Classifier {
  /// Classifies the JSON of one resource.
  public func classify(_ data: Data, release: FHIRRelease = .unknown) -> Classification {
    data.withUnsafeBytes { classify($0, release: release) }
  }
}

extension ClinicalRecordReader {
  /// Reads all records in the data, which all come from `origin`.
  public func read(_ data: Data, origin: RecordOrigin = RecordOrigin()) -> Reading {
    data.withUnsafeBytes { read($0, origin: origin) }
  }

  /// Reads all records in a file, which all come from `origin`, into memory.
  ///
  /// - Throws: the error if the file cannot be read; its content never causes one.
  public func read(contentsOf url: URL, origin: RecordOrigin = RecordOrigin()) throws -> Reading {
    read(try Data(contentsOf: url), origin: origin)
  }

  /// Reads records from a file on request.
  ///
  /// - Throws: the error if the file cannot be opened.
  public func cursor(over url: URL, origin: RecordOrigin = RecordOrigin()) throws -> RecordCursor {
    cursor(over: try FileSource(url), origin: origin)
  }

  /// Reads records from a file, a pipe or a socket on request: see ``FileHandleSource``.
  public func cursor(over handle: FileHandle, origin: RecordOrigin = RecordOrigin()) -> RecordCursor {
    cursor(over: FileHandleSource(handle), origin: origin)
  }
}

extension ReceivedDate {
  /// The point in time, to the second; `nil` if the text has another form.
  public var date: Date? { secondsSince1970.map { Date(timeIntervalSince1970: Double($0)) } }
}

extension RecordFacts {
  /// When it happened or began; `nil` if the record has no such date in a form of FHIR.
  public var startDate: FHIRDateTime? { start.flatMap(FHIRDateTime.init) }
  /// When it ended; `nil` if the record has no such date in a form of FHIR.
  public var endDate: FHIRDateTime? { end.flatMap(FHIRDateTime.init) }
  /// When it was recorded, written, asserted or released; `nil` if the record has no such date in a form of FHIR.
  public var issuedDate: FHIRDateTime? { issued.flatMap(FHIRDateTime.init) }
}

extension RecordFacts.Number {
  /// The exact number, with trailing zeros as written; `nil` if `Decimal` cannot hold it.
  public var decimalValue: Decimal? { Decimal(exactText: text) }
}
