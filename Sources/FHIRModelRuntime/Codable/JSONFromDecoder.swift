import FHIRSupport
import FHIRJSON

/// Reads the content of a `Decoder` as JSON text, so that our own decoder can build the models. A `Decoder` has no
/// exact numbers: those with a fraction are binary, so trailing zeros and an 18th digit are lost.
enum JSONFromDecoder {
  /// Deeper nesting than this is refused, whatever the decoder allows.
  private static let maximumDepth = 100

  static func text(_ decoder: any Decoder) throws -> [UInt8] {
    var writer = ElementWriter()
    try write(decoder, to: &writer, depth: 0)
    return writer.withBytes { Array($0) }
  }

  private static func write(_ decoder: any Decoder, to writer: inout ElementWriter, depth: Int) throws {
    guard depth < maximumDepth else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "nested too deeply"))
    }
    if let object = try? decoder.container(keyedBy: ModelKey.self) {
      writer.byte(UInt8(ascii: "{"))
      for (number, key) in object.allKeys.sorted(by: { $0.stringValue.byBytes < $1.stringValue.byBytes }).enumerated() {
        if number > 0 { writer.byte(UInt8(ascii: ",")) }
        writer.string(key.stringValue)
        writer.byte(UInt8(ascii: ":"))
        try write(try object.superDecoder(forKey: key), to: &writer, depth: depth + 1)
      }
      writer.byte(UInt8(ascii: "}"))
    } else if var array = try? decoder.unkeyedContainer() {
      writer.byte(UInt8(ascii: "["))
      var isFirst = true
      while !array.isAtEnd {
        if !isFirst { writer.byte(UInt8(ascii: ",")) }
        isFirst = false
        try write(try array.superDecoder(), to: &writer, depth: depth + 1)
      }
      writer.byte(UInt8(ascii: "]"))
    } else {
      try writeScalar(try decoder.singleValueContainer(), to: &writer)
    }
  }

  private static func writeScalar(
    _ container: any SingleValueDecodingContainer, to writer: inout ElementWriter
  ) throws {
    if container.decodeNil() {
      writer.raw("null")
    } else if let value = try? container.decode(Bool.self) {
      writer.raw(value ? "true" : "false")
    } else if let value = try? container.decode(String.self) {
      writer.string(value)
    } else if let value = try? container.decode(Int64.self) {
      writer.raw(String(value))
    } else {
      writer.raw(DecimalText.text(of: try container.decode(Double.self)))
    }
  }
}

/// Passes JSON that our own encoder wrote to any `Encoder`.
enum TapeToEncoder {
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to encoder: any Encoder) throws {
    let result: Result<Void, any Error> = Document.withTape(bytes, failure: { .failure($0) }) { tape in
      Result { try write(tape, .root, to: encoder) }
    }
    try result.get()
  }

  private static func write(_ tape: Tape, _ index: TapeIndex, to encoder: any Encoder) throws {
    switch tape.tag(index) {
    case .object:
      var container = encoder.container(keyedBy: ModelKey.self)
      for key in tape.keys(of: index) {
        let name = ModelKey(stringValue: tape.string(key))
        let value = key.value
        if tape.isContainer(value) {
          try write(tape, value, to: container.superEncoder(forKey: name))
        } else {
          try container.encode(scalar(tape, value), forKey: name)
        }
      }
    case .array:
      var container = encoder.unkeyedContainer()
      for item in tape.items(of: index) {
        if tape.isContainer(item) {
          try write(tape, item, to: container.superEncoder())
        } else {
          try container.encode(scalar(tape, item))
        }
      }
    default: try scalar(tape, index).encode(to: encoder)
    }
  }

  private static func scalar(_ tape: Tape, _ index: TapeIndex) -> any Encodable {
    switch tape.tag(index) {
    case .true: return true
    case .false: return false
    case .integer, .decimal, .exponent:
      let text = tape.string(index)
      if let whole = Int64(text) { return whole }
      return Double(text) ?? 0
    case .string, .escapedString: return tape.string(index)
    default: return Bool?.none
    }
  }
}
