public import FHIRModelRuntime
public import Foundation
public import ClinicalRecords
import FHIRPrimitives

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

  /// The UUID of a value such as `urn:uuid:c757873d-ec9a-4326-a141-556f43239520`, or of a bare UUID; `nil` for anything
  /// else.
  public var uuid: UUID? { value.flatMap(UUID.init(fhir:)) }

  /// Makes a primitive from a URL.
  public init(_ url: URL) { self.init(url.absoluteString) }

  /// Makes a primitive from a UUID, as the URI that FHIR uses: `urn:uuid:` and lower case.
  public init(_ uuid: UUID) { self.init("urn:uuid:" + uuid.uuidString.lowercased()) }
}

extension UUID {
  /// Reads a UUID in FHIR's form, or a bare one.
  fileprivate init?(fhir text: String) {
    let prefix = "urn:uuid:"
    self.init(uuidString: String(text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]))
  }
}

extension ClinicalRecord {
  /// The URL of the resource on the institution's server; `nil` if it is unknown, or Foundation does not accept it.
  public var url: URL? { sourceURL.flatMap { URL(string: $0) } }
}

extension RecordOrigin {
  /// Makes an origin from the known facts, with a `URL`.
  public init(
    source: String? = nil, url: URL, fhirVersion: FHIRVersion? = nil, receivedDate: ReceivedDate? = nil
  ) {
    self.init(
      source: source, sourceURL: url.absoluteString, fhirVersion: fhirVersion, receivedDate: receivedDate)
  }
}

extension FHIRDecimal {
  /// The exact number, with trailing zeros as written; `nil` if `Decimal` cannot hold it, beyond 38 digits or an
  /// exponent of 127.
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
