import FHIRTape

extension FHIRDecoder {
  /// Decodes an element that is not a resource, such as a Quantity.
  ///
  /// - Throws: ``FHIRFault``, the first one.
  public func decode<E: FHIRElement>(
    _ type: E.Type = E.self, from bytes: some Sequence<UInt8>
  ) throws(FHIRFault) -> E {
    let result = bytes.withContiguousStorageIfAvailable { decode(type, from: $0) }
    return try (result ?? Array(bytes).withUnsafeBufferPointer { decode(type, from: $0) }).get()
  }

  private func decode<E: FHIRElement>(
    _ type: E.Type, from bytes: UnsafeBufferPointer<UInt8>
  ) -> Result<E, FHIRFault> {
    func read<Content: ElementContent>(_ content: Content.Type) -> Result<E, FHIRFault> {
      Document.withTape(bytes, maximumDepth: maximumDepth, maximumBytes: maximumBytes) { tape in
        var reader = TapeReader(
          tape, bytes: bytes.count, forms: Content.Release.tables.forms, stopsAtFirstFault: true)
        var element = Content()
        if tape.tag(0) == .object {
          reader.members(of: &element, at: 0)
        } else {
          reader.fault(.wrongKind, at: 0, "an object")
        }
        if let fault = FaultPlaces.resolve(reader.faults, tape, bytes: bytes.count).first { return .failure(fault) }
        return (element as? E).map { .success($0) } ?? .failure(Self.notGenerated)
      } failure: {
        .failure($0)
      }
    }
    guard let content = type as? any ElementContent.Type else { return .failure(Self.notGenerated) }
    return read(content)
  }

  /// Only generated types can be decoded.
  private static var notGenerated: FHIRFault {
    FHIRFault(
      code: .wrongKind, path: "", expectation: "a type of a module of models", byteOffset: 0, line: 1, column: 1)
  }
}
