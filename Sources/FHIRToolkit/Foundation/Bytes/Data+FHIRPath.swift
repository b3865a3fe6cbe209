public import FHIRModelRuntime
public import FHIRPath
public import Foundation

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
  public init(_ resource: some FHIRResource) throws(FHIRPathError) {
    let bytes: [UInt8] = FHIREncoder().encode(resource)
    try self.init(bytes)
  }

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
