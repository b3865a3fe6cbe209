public import ClinicalRecords
public import FHIRFindings
public import FHIRModelRuntime
public import FHIRPath
import FHIRPrimitives
public import FHIRSchema
public import FHIRValidation
public import Foundation
public import HealthPreflight

// `FHIRDecoder` accepts any sequence of bytes, and so also `Data`.

extension FHIREncoder {
  /// The JSON of a resource.
  @_disfavoredOverload  // If the context does not decide, the overload for arrays is used.
  public func encode(_ resource: some FHIRResource) -> Data {
    let bytes: [UInt8] = encode(resource)
    return Data(bytes)
  }

  /// The JSON of a resource of any type.
  @_disfavoredOverload  // If the context does not decide, the overload for arrays is used.
  public func encode<A: AnyFHIRResource>(_ resource: A) -> Data {
    let bytes: [UInt8] = encode(resource)
    return Data(bytes)
  }
}

extension FHIRDecoder {
  /// Decodes a resource of a type from a file.
  ///
  /// - Throws: the first `FHIRFault`, or the error if the file cannot be read.
  public func decode<R: FHIRResource>(_ type: R.Type = R.self, contentsOf url: URL) throws -> R {
    try decode(type, from: try Data(contentsOf: url))
  }

  /// Decodes a resource of any type from a file.
  ///
  /// - Throws: the first `FHIRFault`, or the error if the file cannot be read.
  public func decode<A: AnyFHIRResource>(_ type: A.Type = A.self, contentsOf url: URL) throws -> A {
    try decode(type, from: try Data(contentsOf: url))
  }
}

extension RawJSON {
  /// The text of the value in UTF-8.
  public var data: Data { Data(text.utf8) }
}

extension ModelPrimitive where Value == String {
  /// The value as a URL; `nil` if it is absent, or Foundation does not accept it.
  public var url: URL? { value.flatMap { URL(string: $0) } }

  /// The UUID of a value such as `urn:uuid:c757873d-ec9a-4326-a141-556f43239520`, or of a bare UUID; else `nil`.
  public var uuid: UUID? {
    let prefix = "urn:uuid:"
    return value.flatMap { UUID(uuidString: $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0) }
  }

  /// Makes a primitive from a URL.
  public init(_ url: URL) { self.init(url.absoluteString) }

  /// Makes a primitive from a UUID, as the URI that FHIR uses: `urn:uuid:` and lower case.
  public init(_ uuid: UUID) { self.init("urn:uuid:" + uuid.uuidString.lowercased()) }
}

extension ClinicalRecord {
  /// The URL of the resource on the institution's server; `nil` if it is unknown, or Foundation does not accept it.
  public var url: URL? { sourceURL.flatMap { URL(string: $0) } }

  /// Makes a record from the JSON of one resource; `nil` if it is not an object with a resource type.
  public init?(json data: Data, origin: RecordOrigin = RecordOrigin(), classifier: Classifier = Classifier()) {
    self.init(json: [UInt8](data), origin: origin, classifier: classifier)
  }

  /// The resource as it was read.
  public var data: Data { Data(json) }
}

extension RecordOrigin {
  /// Makes an origin from the known facts, with a `URL`.
  public init(source: String? = nil, url: URL, fhirVersion: FHIRVersion? = nil, receivedDate: ReceivedDate? = nil) {
    self.init(source: source, sourceURL: url.absoluteString, fhirVersion: fhirVersion, receivedDate: receivedDate)
  }
}

extension FHIRDecimal {
  /// The exact number, with trailing zeros as written; `nil` beyond the 38 digits and the exponent 127 of `Decimal`.
  public var decimalValue: Decimal? { Decimal(exactText: text) }

  /// Makes a decimal of the same value, with the digits of a `Decimal`; `nil` for NaN.
  ///
  /// A `Decimal` from ``decimalValue`` keeps its trailing zeros. Arithmetic may drop them.
  public init?(_ decimal: Decimal) {
    guard !decimal.isNaN else { return nil }
    var digits = decimal.significand.description
    if decimal.exponent > 0 {
      if !decimal.isZero { digits += String(repeating: "0", count: decimal.exponent) }
    } else if decimal.exponent < 0 {
      let missing = -decimal.exponent + 1 - digits.utf8.count
      if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: decimal.exponent))
    }
    self.init(decimal.isSignMinus && !decimal.isZero ? "-" + digits : digits)
  }
}

extension Decimal {
  /// Makes a number from a decimal of JSON, exactly; `nil` beyond 38 digits or an exponent of 127.
  init?(exactText text: String) {
    guard let parts = DecimalParts(text), (-128...127).contains(parts.exponent),
      let significand = Decimal(string: parts.significand.magnitude.description, locale: nil)
    else { return nil }
    var value = Decimal(sign: .plus, exponent: parts.exponent, significand: significand)
    // `Decimal` drops trailing zeros when it is created; the scale of another decimal restores them.
    var place = Decimal(sign: .plus, exponent: parts.exponent, significand: 1)
    guard !value.isNaN, NSDecimalNormalize(&value, &place, .plain) == .noError, value.exponent == parts.exponent else {
      return nil
    }
    if parts.significand < 0 { value.negate() }
    self = value
  }
}

extension FHIRPathRecord {
  /// Reads one JSON value.
  ///
  /// - Throws: a `FHIRPathError` with the code `record` if the data is not JSON, or nested too deeply.
  public init(_ data: Data) throws(FHIRPathError) {
    self = try data.withUnsafeBytes { bytes in
      Result { () throws(FHIRPathError) in try FHIRPathRecord(bytes) }
    }.get()
  }

  /// Encodes a model as the record to evaluate.
  ///
  /// - Throws: a `FHIRPathError` with the code `record` if it is nested too deeply.
  public init(_ resource: some FHIRResource) throws(FHIRPathError) { try self.init(resource.asAnyResource) }

  /// Encodes a model of any type as the record to evaluate.
  ///
  /// - Throws: a `FHIRPathError` with the code `record` if it is nested too deeply.
  public init(_ resource: some AnyFHIRResource) throws(FHIRPathError) {
    let bytes: [UInt8] = FHIREncoder().encode(resource)
    try self.init(bytes)
  }
}

extension FHIRPathExpression {
  /// Evaluates the expression over a model, which must be of the expression's release.
  ///
  /// - Throws: a `FHIRPathError` if the expression does not fit the record.
  public func evaluate(over resource: some FHIRResource) throws(FHIRPathError) -> [FHIRPathValue] {
    try evaluate(over: FHIRPathRecord(resource))
  }
}

extension FHIRPathValue {
  /// The exact number, with trailing zeros as written; `nil` for anything else, and for more than 38 digits.
  public var decimal: Decimal? { number.flatMap { FHIRDecimal($0)?.decimalValue } }

  /// A FHIR or computed date without a time; `nil` for anything else.
  public var date: FHIRDate? { text(ofTypes: ["date", "dateTime"]).flatMap(FHIRDate.init) }

  /// A FHIR or computed date with or without a time; `nil` for anything else.
  public var dateTime: FHIRDateTime? { text(ofTypes: ["date", "dateTime", "instant"]).flatMap(FHIRDateTime.init) }

  /// A FHIR or computed time of day; `nil` for anything else.
  public var time: FHIRTime? { text(ofTypes: ["time"]).flatMap { FHIRTime($0) } }

  /// The text of a value of some types; the types of the namespace System begin with a capital letter.
  private func text(ofTypes names: Set<String>) -> String? {
    guard let point = type.lastIndex(of: ".") else { return nil }
    let name = type[type.index(after: point)...]
    return names.contains(name.prefix(1).lowercased() + name.dropFirst()) ? string : nil
  }

  /// Decodes an element of the record as a model, such as a Quantity.
  ///
  /// - Throws: the first `FHIRFault`; also for a value that is not an element.
  public func decode<E: FHIRElement>(_ type: E.Type = E.self) throws(FHIRFault) -> E {
    try FHIRDecoder().decode(type, from: json.utf8)
  }

  /// Decodes a resource, such as the one of a Bundle's entry, as a model.
  ///
  /// - Throws: the first `FHIRFault`; also for a value that is not a resource.
  public func decode<R: FHIRResource>(_ type: R.Type = R.self) throws(FHIRFault) -> R {
    try FHIRDecoder().decode(type, from: json.utf8)
  }
}

extension RecordFacts {
  /// Reads the JSON of one resource; `nil` if it is not a resource of a type that HealthKit has records of.
  public init?(json data: Data) { self.init(json: [UInt8](data)) }

  /// When it happened or began; `nil` if the record has no such date in a form of FHIR.
  public var startDate: FHIRDateTime? { start.flatMap(FHIRDateTime.init) }
  /// When it ended; `nil` if the record has no such date in a form of FHIR.
  public var endDate: FHIRDateTime? { end.flatMap(FHIRDateTime.init) }
  /// When it was recorded, written, asserted or released; `nil` if the record has no such date in a form of FHIR.
  public var issuedDate: FHIRDateTime? { issued.flatMap(FHIRDateTime.init) }
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

extension RecordFacts.Number {
  /// The exact number, with trailing zeros as written; `nil` if `Decimal` cannot hold it.
  public var decimalValue: Decimal? { Decimal(exactText: text) }
}

extension Validator {
  /// Validates all records in the data: a resource, a Bundle, an array of resources, or NDJSON.
  public func validate(_ data: Data) -> ValidationResult { data.withUnsafeBytes { validate($0) } }

  /// Validates a file of any size in bounded memory, and keeps up to ``ValidationOptions/maximumFindings`` findings.
  ///
  /// - Throws: the error if the file cannot be read; its content never causes one.
  public func validate(contentsOf url: URL) throws -> ValidationResult { try validate(from: FileSource(url)) }

  /// Validates the bytes of a file handle, from its current position on: see ``FileHandleSource``.
  ///
  /// - Parameters:
  ///   - handle: a file, a pipe or a socket.
  ///   - receive: receives findings in batches, in the order of the records.
  /// - Throws: the error if it cannot be read, and errors of `receive`.
  public func validate(from handle: FileHandle, receive: ([Finding]) throws -> Void) throws -> ValidationTally {
    try validate(from: FileHandleSource(handle), receive: receive)
  }
}

extension LineTable {
  /// Makes a table of the lines of the data.
  public init(_ data: Data) { self.init([UInt8](data)) }
}

extension ProjectFile {
  /// Makes a file of an app.
  ///
  /// - Parameters: as for `init(path:kind:bytes:)`.
  public init(path: String, kind: Kind? = nil, data: Data) { self.init(path: path, kind: kind, bytes: [UInt8](data)) }

  /// Reads a file of an app.
  ///
  /// - Throws: the error if it cannot be read.
  public init(contentsOf url: URL, kind: Kind? = nil) throws {
    self.init(path: url.lastPathComponent, kind: kind, data: try Data(contentsOf: url))
  }
}
