import FHIRJSON

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

  /// Writes the element to any encoder. Numbers with a fraction are converted to binary numbers; ``FHIREncoder`` loses
  /// nothing.
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
  /// Reads an element from any decoder, via JSON text.
  static func decoded(from decoder: any Decoder) throws -> Self {
    let collector = decoder.userInfo[.fhirFaults] as? FHIRFaultCollector
    let bytes = try JSONFromDecoder.text(decoder)
    let result: FHIRDecoder.Lenient<Self> = bytes.withUnsafeBufferPointer { bytes in
      Document.withTape(bytes, maximumDepth: Document.maximumDepth, maximumBytes: .max) { tape in
        var reader = TapeReader(
          tape, bytes: bytes.count, forms: Release.tables.forms, stopsAtFirstFault: collector == nil)
        var value: Self?
        if tape.tag(.root) == .object {
          var element = Self()
          reader.members(of: &element, at: .root)
          value = element
        } else {
          reader.fault(.wrongKind, at: .root, "an object")
        }
        return .init(value: value, faults: FaultPlaces.resolve(reader.faults, tape, bytes: bytes.count))
      } failure: {
        .init(value: nil, faults: [$0])
      }
    }
    return try result.taken(by: collector, decoder.codingPath)
  }
}

extension FHIRResource {
  /// Reads a resource from any decoder, strictly or leniently: see ``FHIRFaultCollector``. Foundation's `JSONDecoder`
  /// loses the trailing zeros of decimals, and digits beyond 17; ``FHIRDecoder`` loses nothing.
  public init(from decoder: any Decoder) throws {
    let collector = decoder.userInfo[.fhirFaults] as? FHIRFaultCollector
    let text = try JSONFromDecoder.text(decoder)
    let result = FHIRDecoder().read(Self.self, text, stopsAtFirstFault: collector == nil)
    self = try result.taken(by: collector, decoder.codingPath)
  }

  /// Writes a resource to any encoder. Numbers with a fraction are converted to binary numbers; ``FHIREncoder`` loses
  /// nothing.
  public func encode(to encoder: any Encoder) throws { try asAnyResource.encode(to: encoder) }
}

extension AnyFHIRResource {
  /// Reads a resource of any type from any decoder, strictly or leniently: see ``FHIRFaultCollector``.
  public init(from decoder: any Decoder) throws {
    let collector = decoder.userInfo[.fhirFaults] as? FHIRFaultCollector
    let text = try JSONFromDecoder.text(decoder)
    let result = FHIRDecoder().read(Self.self, text, stopsAtFirstFault: collector == nil)
    self = try result.taken(by: collector, decoder.codingPath)
  }

  /// Writes a resource to any encoder.
  public func encode(to encoder: any Encoder) throws {
    try FHIREncoder().encode(self).withUnsafeBufferPointer { try TapeToEncoder.write($0, to: encoder) }
  }
}

extension FHIRDecoder.Lenient {
  /// The decoded value: adds the faults to the decoder's collector, or throws the first one if there is no collector.
  fileprivate func taken(by collector: FHIRFaultCollector?, _ codingPath: [any CodingKey]) throws -> Value {
    let contexts = faults.map { fault in
      // Without line and column, because the text is not the caller's.
      DecodingError.Context(codingPath: codingPath + fault.keys, debugDescription: fault.sentence)
    }
    if let value, let collector {
      collector.add(contexts)
      return value
    }
    guard contexts.isEmpty, let value else {
      let nothing = DecodingError.Context(codingPath: codingPath, debugDescription: "no resource")
      throw DecodingError.dataCorrupted(contexts.first ?? nothing)
    }
    return value
  }
}
