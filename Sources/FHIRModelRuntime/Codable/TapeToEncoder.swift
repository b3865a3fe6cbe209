import FHIRJSON

/// Passes JSON that our own encoder wrote to any `Encoder`.
enum TapeToEncoder {
  static func write(_ bytes: UnsafeBufferPointer<UInt8>, to encoder: any Encoder) throws {
    let result: Result<Void, any Error> = Document.withTape(
      bytes, maximumDepth: Document.maximumDepth, maximumBytes: .max
    ) { tape in
      Result { try write(tape, .root, to: encoder) }
    } failure: {
      .failure($0)
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
          try container.encode(Scalar(tape, value), forKey: name)
        }
      }
    case .array:
      var container = encoder.unkeyedContainer()
      for item in tape.items(of: index) {
        if tape.isContainer(item) {
          try write(tape, item, to: container.superEncoder())
        } else {
          try container.encode(Scalar(tape, item))
        }
      }
    default:
      try Scalar(tape, index).encode(to: encoder)
    }
  }

  /// A value that is neither an object nor an array.
  private enum Scalar: Encodable {
    case null
    case boolean(Bool)
    case whole(Int64)
    case number(Double)
    case string(String)

    init(_ tape: Tape, _ index: TapeIndex) {
      switch tape.tag(index) {
      case .true: self = .boolean(true)
      case .false: self = .boolean(false)
      case .integer, .decimal, .exponent:
        let text = tape.string(index)
        self = Int64(text).map { .whole($0) } ?? .number(Double(text) ?? 0)
      case .string, .escapedString: self = .string(tape.string(index))
      default: self = .null
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .boolean(let value): try container.encode(value)
      case .whole(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      }
    }
  }
}
