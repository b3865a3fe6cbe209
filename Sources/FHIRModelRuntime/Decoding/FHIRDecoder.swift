import FHIRJSON
import FHIRSupport

/// Decodes resources from JSON directly into models.
///
/// Strict decoding throws the first fault. Lenient decoding always returns the record if the text is JSON: elements
/// that are missing or cannot be read are `nil` or empty, their JSON is kept and ``FHIREncoder`` writes it again, and
/// each fault is listed.
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

    package init(value: Value?, faults: [FHIRFault]) {
      self.value = value
      self.faults = faults
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
    try read(A.self, bytes, stopsAtFirstFault: true).strict("a resource")
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
    read(A.self, bytes, stopsAtFirstFault: false)
  }

  func read<R: FHIRResource>(
    _ type: R.Type, _ bytes: some Sequence<UInt8>, stopsAtFirstFault: Bool
  ) -> Lenient<R> {
    let result = read(
      R.Release.self, bytes, expecting: R.resourceType.rawValue, stopsAtFirstFault: stopsAtFirstFault)
    return Lenient(value: result.value.flatMap { R($0) }, faults: result.faults)
  }

  func read<A: AnyFHIRResource>(
    _ type: A.Type, _ bytes: some Sequence<UInt8>, stopsAtFirstFault: Bool
  ) -> Lenient<A> {
    read(A.Release.self, bytes, expecting: nil, stopsAtFirstFault: stopsAtFirstFault)
  }

  private func read<Release: ModelRelease>(
    _ release: Release.Type, _ bytes: some Sequence<UInt8>, expecting type: String?, stopsAtFirstFault: Bool
  ) -> Lenient<Release.AnyResource> {
    Self.withBuffer(of: bytes) { read(release, $0, expecting: type, stopsAtFirstFault: stopsAtFirstFault) }
  }

  private static func withBuffer<Result>(
    of bytes: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withContiguousStorageIfAvailable(body) ?? Array(bytes).withUnsafeBufferPointer(body)
  }

  private func read<Release: ModelRelease>(
    _ release: Release.Type, _ bytes: UnsafeBufferPointer<UInt8>, expecting type: String?, stopsAtFirstFault: Bool
  ) -> Lenient<Release.AnyResource> {
    Document.withTape(bytes, maximumDepth: maximumDepth, maximumBytes: maximumBytes) { tape in
      var reader = TapeReader(
        tape, bytes: bytes.count, forms: Release.tables.forms, stopsAtFirstFault: stopsAtFirstFault)
      var resource: Release.AnyResource?
      if tape.tag(.root) == .object {
        resource = reader.resource(release, at: .root)
        if let type, let found = resource, found.resourceTypeName?.byBytes != type.byBytes {
          reader.faults.removeAll()
          reader.fault(
            .unexpectedResourceType, at: max(reader.resourceTypeIndex(.root), .root), "a resource of type \(type)")
          resource = nil
        }
      } else {
        reader.fault(.notAnObject, at: .root, "an object")
      }
      return Lenient(value: resource, faults: FaultPlaces.resolve(reader.faults, tape, bytes: bytes.count))
    } failure: {
      Lenient(value: nil, faults: [$0])
    }
  }
}

extension FHIRDecoder.Lenient {
  fileprivate func strict(_ expectation: String) throws(FHIRFault) -> Value {
    if let fault = faults.first { throw fault }
    guard let value else { throw FHIRFault(code: .unexpectedResourceType, expectation: expectation) }
    return value
  }
}

extension FHIRDecoder {
  /// Decodes an element that is not a resource, such as a Quantity.
  ///
  /// - Throws: ``FHIRFault``, the first one.
  public func decode<E: FHIRElement>(
    _ type: E.Type = E.self, from bytes: some Sequence<UInt8>
  ) throws(FHIRFault) -> E {
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
    Self.withBuffer(of: bytes) { bytes in
      Document.withTape(bytes, maximumDepth: maximumDepth, maximumBytes: maximumBytes) { tape in
        var reader = TapeReader(
          tape, bytes: bytes.count, forms: Content.Release.tables.forms, stopsAtFirstFault: stopsAtFirstFault)
        var value: Content?
        if tape.tag(.root) == .object {
          var element = Content()
          reader.members(of: &element, at: .root)
          value = element
        } else {
          reader.fault(.wrongKind, at: .root, "an object")
        }
        return Lenient(value: value, faults: FaultPlaces.resolve(reader.faults, tape, bytes: bytes.count))
      } failure: {
        Lenient(value: nil, faults: [$0])
      }
    }
  }
}
