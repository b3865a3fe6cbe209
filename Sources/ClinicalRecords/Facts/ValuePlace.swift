import FHIRTape

/// The value of an Observation or of a component: its kind and its tape index.
struct ValuePlace {
  let kind: Kind
  let index: TapeIndex

  /// The data type of a value, with its name in FHIR.
  enum Kind: String, CaseIterable {
    case quantity = "Quantity"
    case concept = "CodeableConcept"
    case string, boolean, integer
    case range = "Range"
    case ratio = "Ratio"
    case time, dateTime
    case period = "Period"
    case samples = "SampledData"
    case attachment = "Attachment"

    private static let elements = NamesAsBytes(
      allCases.map { ("value" + $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst(), $0) })

    /// The kind of value that a key names; `nil` for any other key.
    @inline(__always)
    fileprivate init?(_ key: TapeIndex, on tape: Tape) {
      // All of these begin with "value": compares the first five bytes.
      guard tape.tag(key) != .key || Bytes.load(tape.lexeme(key)) & 0xFF_FFFF_FFFF == 0x65_756C_6176 else { return nil }
      guard let kind = tape.withText(key, Kind.elements.value) ?? nil else { return nil }
      self = kind
    }

    /// Whether JSON writes a value of this kind in this form.
    fileprivate func isWritten(as tag: TapeTag) -> Bool {
      switch self {
      case .quantity, .concept, .range, .ratio, .period, .samples, .attachment: tag == .object
      case .string, .time, .dateTime: tag == .string || tag == .escapedString
      case .boolean: tag == .true || tag == .false
      case .integer: tag == .integer || tag == .decimal || tag == .exponent
      }
    }
  }
}

extension FactReader {
  /// The value of an Observation or of a component: the first of its value members; `nil` if there is none.
  func valuePlace(of object: TapeIndex) -> ValuePlace? {
    guard tape.tag(object) == .object else { return nil }
    for key in tape.keys(of: object) {
      if let kind = ValuePlace.Kind(key, on: tape), kind.isWritten(as: tape.tag(key.value)) {
        return ValuePlace(kind: kind, index: key.value)
      }
    }
    return nil
  }
}
