import FHIRTape

extension ElementContent {
  /// Reads an element from any decoder, by way of JSON text; generated types forward to this.
  package static func decoded(from decoder: any Decoder) throws -> Self {
    let bytes = try JSONFromDecoder.text(decoder)
    let result: Result<Self, FHIRFault> = bytes.withUnsafeBufferPointer { bytes in
      Document.withTape(bytes, maximumDepth: Document.maximumDepth, maximumBytes: .max) { tape in
        var reader = TapeReader(tape, bytes: bytes.count, stopsAtFirstFault: true)
        var value: Self?
        if tape.tag(0) == .object {
          var element = Self()
          reader.members(of: &element, at: 0)
          value = element
        } else {
          reader.fault(.wrongKind, at: 0, "an object")
        }
        if let fault = FaultPlaces.resolve(reader.faults, tape, bytes: bytes.count).first { return .failure(fault) }
        return value.map { .success($0) } ?? .success(Self())
      } failure: {
        .failure($0)
      }
    }
    return try result.mapError { $0.decodingError(decoder.codingPath) }.get()
  }

  /// Writes an element to any encoder, by way of JSON text; generated types forward to this.
  package func replay(into encoder: any Encoder) throws {
    var writer = ElementWriter()
    writer.object(self)
    let written: Result<Void, any Error> = writer.withBytes { bytes in
      Result { try TapeToEncoder.write(bytes, to: encoder) }
    }
    try written.get()
  }
}

extension FHIRResource {
  /// Reads a resource from any decoder, strictly. Foundation's `JSONDecoder` loses the trailing zeros of decimals, and
  /// digits beyond 17; ``FHIRDecoder`` loses nothing.
  public init(from decoder: any Decoder) throws {
    do {
      self = try FHIRDecoder().decode(Self.self, from: try JSONFromDecoder.text(decoder))
    } catch let fault as FHIRFault {
      throw fault.decodingError(decoder.codingPath)
    }
  }

  /// Writes a resource to any encoder. Numbers with a fraction go through binary numbers; ``FHIREncoder`` loses
  /// nothing.
  public func encode(to encoder: any Encoder) throws { try asAnyResource.encode(to: encoder) }
}

extension AnyFHIRResource {
  /// Reads a resource of any type from any decoder, strictly.
  public init(from decoder: any Decoder) throws {
    do {
      self = try FHIRDecoder().decode(Self.self, from: try JSONFromDecoder.text(decoder))
    } catch let fault as FHIRFault {
      throw fault.decodingError(decoder.codingPath)
    }
  }

  /// Writes a resource to any encoder.
  public func encode(to encoder: any Encoder) throws {
    try FHIREncoder().encode(self).withUnsafeBufferPointer { try TapeToEncoder.write($0, to: encoder) }
  }
}

extension FHIRFault {
  /// The fault as the error that `Decoder` throws. Line and column are left out, as the text is not the caller's.
  func decodingError(_ codingPath: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: sentence))
  }
}
