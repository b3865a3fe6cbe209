import Synchronization

extension FHIRElement {
  /// Reads the element from any decoder, strictly or leniently: see ``FHIRFaultCollector``. ``FHIRDecoder`` loses no
  /// digits; other decoders may.
  public init(from decoder: any Decoder) throws {
    guard let type = Self.self as? any ElementContent.Type, let value = try type.decoded(from: decoder) as? Self else {
      let debugDescription = "\(Self.self) is no generated model"
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: debugDescription))
    }
    self = value
  }

  /// Writes the element to any encoder. Numbers with a fraction become binary numbers; ``FHIREncoder`` loses nothing.
  public func encode(to encoder: any Encoder) throws {
    guard let content = self as? any ElementContent else {
      let debugDescription = "\(Self.self) is no generated model"
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: debugDescription))
    }
    let written: Result<Void, any Error> = content.withJSON { bytes in
      Result { try TapeToEncoder.write(bytes, to: encoder) }
    }
    try written.get()
  }
}

extension ElementContent {
  static func decoded(from decoder: any Decoder) throws -> Self {
    var reader = FHIRDecoder()
    (reader.maximumDepth, reader.maximumBytes) = (Document.maximumDepth, .max)
    return try read(from: decoder) { reader.read(Self.self, $0, stopsAtFirstFault: $1) }
  }
}

extension FHIRResource {
  /// Reads a resource from any decoder, strictly or leniently: see ``FHIRFaultCollector``. Foundation's `JSONDecoder`
  /// loses the trailing zeros of decimals, and digits beyond 17; ``FHIRDecoder`` loses nothing.
  public init(from decoder: any Decoder) throws {
    self = try read(from: decoder) { FHIRDecoder().read(Self.self, $0, stopsAtFirstFault: $1) }
  }

  /// Writes a resource to any encoder. Numbers with a fraction become binary numbers; ``FHIREncoder`` loses nothing.
  public func encode(to encoder: any Encoder) throws { try asAnyResource.encode(to: encoder) }
}

extension AnyFHIRResource {
  /// Reads a resource of any type from any decoder, strictly or leniently: see ``FHIRFaultCollector``.
  public init(from decoder: any Decoder) throws {
    self = try read(from: decoder) { FHIRDecoder().read(Release.self, $0, stopsAtFirstFault: $1) }
  }

  /// Writes a resource to any encoder.
  public func encode(to encoder: any Encoder) throws {
    try FHIREncoder().encode(self).withUnsafeBufferPointer { try TapeToEncoder.write($0, to: encoder) }
  }
}

/// The value from another decoder's content; adds the faults to the decoder's collector, or throws the first.
private func read<Value>(
  from decoder: any Decoder, _ read: ([UInt8], _ stopsAtFirstFault: Bool) -> FHIRDecoder.Lenient<Value>
) throws -> Value {
  let collector = decoder.userInfo[.fhirFaults] as? FHIRFaultCollector
  let result = read(try JSONFromDecoder.text(decoder), collector == nil)
  let contexts = result.faults.map { fault in
    // Without line and column, because the text is not the caller's.
    DecodingError.Context(codingPath: decoder.codingPath + fault.keys, debugDescription: fault.sentence)
  }
  if let value = result.value, let collector {
    collector.add(contexts)
    return value
  }
  guard contexts.isEmpty, let value = result.value else {
    let nothing = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no resource")
    throw DecodingError.dataCorrupted(contexts.first ?? nothing)
  }
  return value
}

/// Makes any decoder lenient with records, and collects their faults.
///
/// ```swift
/// let collector = FHIRFaultCollector()
/// let decoder = JSONDecoder()
/// decoder.userInfo[.fhirFaults] = collector
/// let answer = try decoder.decode(Answer.self, from: data)
/// for fault in collector.faults { print(fault.codingPath.map(\.stringValue), fault.debugDescription) }
/// ```
///
/// Elements that are missing or cannot be read are then `nil` or empty, as with `FHIRDecoder.decodeLeniently`. A record
/// that is not a resource of the requested type is still an error.
public final class FHIRFaultCollector: Sendable {
  private let found = Mutex<[DecodingError.Context]>([])

  /// Makes a collector without faults.
  public init() {}

  /// The faults, record by record in the order of decoding.
  public var faults: [DecodingError.Context] { found.withLock { $0 } }

  func add(_ faults: [DecodingError.Context]) { found.withLock { $0 += faults } }
}

extension CodingUserInfoKey {
  /// The key for a decoder's ``FHIRFaultCollector``, which makes the decoder lenient.
  public static let fhirFaults: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "fhirFaults") else { preconditionFailure("any text is a key") }
    return key
  }()
}
