import FHIRJSON
import FHIRSupport

/// Decodes resources from JSON directly into models.
///
/// Strict decoding throws the first fault. Lenient decoding always returns the record if the text is JSON: elements
/// that are missing or cannot be read are `nil` or empty, their JSON is kept and written again, and faults are listed.
///
/// ```swift
/// let patient = try FHIRDecoder().decode(Patient.self, from: bytes)
/// let result = FHIRDecoder().decodeLeniently(Bundle.self, from: bundleBytes)
/// print(patient.gender?.value ?? .unknown, result.value?.entry.count ?? 0)
/// print(result.faults.first?.path ?? "")  // Bundle.entry[3].resource.status
/// ```
///
/// The decoder checks only what it needs to build the models: structure, cardinality, the kinds of values, dates,
/// numbers, and codes of required value sets. `FHIRValidation` checks the rest.
///
/// Bytes may be an array, a buffer, Foundation's `Data`, or any other sequence.
public struct FHIRDecoder: Sendable {
  /// The deepest nesting of arrays and objects that is read, in levels; at most 200.
  public var maximumDepth = 100
  /// The largest document that is read, in bytes; at most 256 megabytes.
  public var maximumBytes = 256 << 20

  /// Makes a decoder.
  public init() {}

  /// The result of lenient decoding.
  public struct Lenient<Value: Sendable>: Sendable {
    /// The record; `nil` if the text is not JSON, or not a resource of the requested type.
    public let value: Value?
    /// The faults, in the order of the document.
    public let faults: [FHIRFault]

    package init(value: Value?, faults: [FHIRFault]) { (self.value, self.faults) = (value, faults) }

    fileprivate func strict(_ expectation: String) throws(FHIRFault) -> Value {
      if let fault = faults.first { throw fault }
      guard let value else { throw FHIRFault(code: .unexpectedResourceType, expectation: expectation) }
      return value
    }
  }

  /// Decodes a resource of a type.
  ///
  /// - Throws: ``FHIRFault``, the first one.
  public func decode<R: FHIRResource>(
    _ type: R.Type = R.self, from bytes: some Sequence<UInt8>
  ) throws(FHIRFault) -> R {
    try read(R.self, bytes, stopsAtFirstFault: true).strict("a resource of type \(R.resourceType)")
  }

  /// Decodes a resource of any type.
  ///
  /// - Throws: ``FHIRFault``, the first one.
  public func decode<A: AnyFHIRResource>(
    _ type: A.Type = A.self, from bytes: some Sequence<UInt8>
  ) throws(FHIRFault) -> A {
    try read(A.Release.self, bytes, stopsAtFirstFault: true).strict("a resource")
  }

  /// Decodes a resource as far as possible.
  public func decodeLeniently<R: FHIRResource>(
    _ type: R.Type = R.self, from bytes: some Sequence<UInt8>
  ) -> Lenient<R> {
    read(R.self, bytes, stopsAtFirstFault: false)
  }

  /// Decodes a resource of any type as far as possible.
  public func decodeLeniently<A: AnyFHIRResource>(
    _ type: A.Type = A.self, from bytes: some Sequence<UInt8>
  ) -> Lenient<A> {
    read(A.Release.self, bytes, stopsAtFirstFault: false)
  }

  func read<R: FHIRResource>(_ type: R.Type, _ bytes: some Sequence<UInt8>, stopsAtFirstFault: Bool) -> Lenient<R> {
    let result = read(R.Release.self, bytes, expecting: R.resourceType.rawValue, stopsAtFirstFault: stopsAtFirstFault)
    return Lenient(value: result.value.flatMap { R($0) }, faults: result.faults)
  }

  func read<Release: ModelRelease>(
    _ release: Release.Type, _ bytes: some Sequence<UInt8>, expecting type: String? = nil, stopsAtFirstFault: Bool
  ) -> Lenient<Release.AnyResource> {
    read(bytes, release.tables.forms, stopsAtFirstFault: stopsAtFirstFault, otherwise: .notAnObject) { reader in
      let resource = reader.resource(release, at: .root)
      guard let type, resource.resourceTypeName?.byBytes != type.byBytes else { return resource }
      reader.faults.removeAll()
      reader.fault(
        .unexpectedResourceType, at: max(reader.resourceTypeIndex(.root), .root), "a resource of type \(type)")
      return nil
    }
  }

  /// Reads an object; for anything else, lists a fault.
  private func read<Value>(
    _ bytes: some Sequence<UInt8>, _ forms: PrimitiveForms, stopsAtFirstFault: Bool, otherwise code: FHIRFault.Code,
    _ value: (inout TapeReader) -> Value?
  ) -> Lenient<Value> {
    func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Lenient<Value> {
      Document.withTape(
        bytes, maximumDepth: maximumDepth, maximumBytes: maximumBytes, failure: { Lenient(value: nil, faults: [$0]) }
      ) { tape in
        var reader = TapeReader(tape, bytes: bytes.count, forms: forms, stopsAtFirstFault: stopsAtFirstFault)
        var found: Value?
        if tape.tag(.root) == .object { found = value(&reader) } else { reader.fault(code, at: .root, "an object") }
        return Lenient(value: found, faults: FaultPlaces.resolve(reader.faults, tape))
      }
    }
    return bytes.withContiguousStorageIfAvailable(read) ?? Array(bytes).withUnsafeBufferPointer(read)
  }

  /// Decodes an element that is not a resource, such as a Quantity.
  ///
  /// - Throws: ``FHIRFault``, the first one.
  public func decode<E: FHIRElement>(_ type: E.Type = E.self, from bytes: some Sequence<UInt8>) throws(FHIRFault) -> E {
    func read<Content: ElementContent>(_ content: Content.Type) -> (value: E?, fault: FHIRFault?) {
      let result = self.read(content, bytes, stopsAtFirstFault: true)
      return (result.value as? E, result.faults.first)
    }
    let result = (type as? any ElementContent.Type).map { read($0) }
    if let fault = result?.fault { throw fault }
    // Only generated types can be decoded.
    guard let value = result?.value else {
      throw FHIRFault(code: .wrongKind, expectation: "a type of a module of models")
    }
    return value
  }

  func read<Content: ElementContent>(
    _ type: Content.Type, _ bytes: some Sequence<UInt8>, stopsAtFirstFault: Bool
  ) -> Lenient<Content> {
    read(bytes, Content.Release.tables.forms, stopsAtFirstFault: stopsAtFirstFault, otherwise: .wrongKind) { reader in
      var element = Content()
      reader.members(of: &element, at: .root)
      return element
    }
  }
}

/// One JSON value in memory, read into a tape.
enum Document {
  /// The deepest nesting that is read, whatever the caller allows: models are recursive, and a thread may have 512 KB.
  static let maximumDepth = 200

  /// Parses the bytes, and passes on the tape, or the fault that ends the parse.
  static func withTape<Result>(
    _ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = maximumDepth, maximumBytes: Int = .max,
    failure: (FHIRFault) -> Result, _ body: (Tape) -> Result
  ) -> Result {
    let limit = min(maximumBytes, TapeLayout.maximumBytes - 1)
    guard bytes.count <= limit else {
      return failure(FHIRFault(code: .recordTooLarge, expectation: "at most \(limit) bytes"))
    }
    var buffer = PaddedBuffer(capacity: bytes.count)
    if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
    var builder = TapeBuilder(maximumDepth: min(maximumDepth, Self.maximumDepth), capacity: bytes.count / 10)
    let text = UnsafePointer(buffer.bytes)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let error: SyntaxError
    switch builder.read(text, from: start, to: bytes.count) {
    case .value(let end):
      let rest = Bytes.skipWhitespace(text + end) - text
      if rest >= bytes.count { return body(builder.tape(over: text)) }
      error = SyntaxError(.extraValue, start: rest, end: rest + 1, expected: .end)
    case .failure(let found):
      let isEmpty = Bytes.skipWhitespace(text + start) - text >= bytes.count
      error = isEmpty ? SyntaxError(.emptyInput, start: bytes.count, end: bytes.count) : found
    case .entries(let start, _): error = SyntaxError(.unexpectedCharacter, start: start, end: start)
    }
    var cursor = PositionCursor()
    let offset = min(error.start, bytes.count)
    cursor.advance(over: UnsafeRawBufferPointer(start: text, count: offset))
    let isLimit = error.code == .tooDeep || error.code == .recordTooLarge
    let isNamed = [.unexpectedCharacter, .unexpectedEnd, .emptyInput, .extraValue].contains(error.code)
    let expectation = isNamed ? error.expectation.rawValue : "JSON as RFC 8259 has it"
    return failure(
      FHIRFault(
        code: FHIRFault.Code(rawValue: (isLimit ? "limit/" : "json/") + error.code.rawValue),
        expectation: isLimit ? "less nesting" : expectation, byteOffset: offset, line: cursor.line,
        column: cursor.column(next: offset < bytes.count ? text[offset] : nil, skippingMark: false)))
  }
}
