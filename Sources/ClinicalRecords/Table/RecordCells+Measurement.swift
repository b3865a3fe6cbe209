import FHIRTape

/// The cells of a measurement, which only an Observation has.
extension RecordCells {
  /// The first reference range of the measurement; `.none` if there is none.
  var referenceRange: TapeIndex {
    guard type == .observation, case let ranges = tape.value(of: "referenceRange", in: measured), ranges.exists else {
      return .none
    }
    guard tape.tag(ranges) == .array else { return ranges }
    return tape.length(ranges) > 0 ? ranges.content : TapeIndex.none
  }

  /// The digits of a quantity in an object; `.none` if there is none.
  func number(_ name: StaticString, in object: TapeIndex) -> TapeIndex {
    object.exists ? reader.number(of: tape.value(of: name, in: object)) : TapeIndex.none
  }

  func appendRange(to cell: inout [UInt8]) {
    let range = referenceRange
    let text = reader.said("text", in: range)
    if text.exists { return append(text, to: &cell) }
    let (low, high) = (number("low", in: range), number("high", in: range))
    switch (low.exists, high.exists) {
    case (true, true): appendPair(low, " - ", high, to: &cell)
    case (true, false): appendPair(.none, ">= ", low, to: &cell)
    case (false, true): appendPair(.none, "<= ", high, to: &cell)
    case (false, false): break
    }
  }

  func append(_ value: ValuePlace, to cell: inout [UInt8]) {
    let index = value.index
    switch value.kind {
    case .quantity: append(reader.digits(tape.value(of: "value", in: index)), to: &cell)
    case .concept: append(reader.conceptPlace(index).nameOrCode, to: &cell)
    case .string, .time, .dateTime, .integer: append(index, to: &cell)
    case .boolean: append(tape.tag(index) == .true ? "true" : "false", to: &cell)
    case .range: appendPair(number("low", in: index), " - ", number("high", in: index), to: &cell)
    case .ratio: appendPair(number("numerator", in: index), ":", number("denominator", in: index), to: &cell)
    case .period: appendPair(reader.said("start", in: index), "/", reader.said("end", in: index), to: &cell)
    case .samples: append(reader.said("data", in: index), to: &cell)
    case .attachment:
      let title = reader.said("title", in: index)
      append(title.exists ? title : reader.said("url", in: index), to: &cell)
    }
  }

  func appendComponents(to cell: inout [UInt8]) {
    var isFirst = true
    for component in components {
      if !isFirst { cell.append(UInt8(ascii: "|")) }
      isFirst = false
      append(reader.conceptPlace(tape.value(of: "code", in: component)).codeOrName, to: &cell)
      cell.append(UInt8(ascii: "="))
      guard let value = reader.valuePlace(of: component) else { continue }
      append(value, to: &cell)
      let unit = reader.unit(value)
      if unit.exists { appendPair(.none, " ", unit, to: &cell) }
    }
  }
}

extension FactReader {
  /// The Quantity of a value; `.none` for a value of another kind.
  func quantity(_ value: ValuePlace?) -> TapeIndex {
    guard let value, value.kind == .quantity else { return .none }
    return value.index
  }

  /// The unit of a Quantity for people, else its code.
  func unit(_ value: ValuePlace?) -> TapeIndex {
    let quantity = quantity(value)
    let unit = said("unit", in: quantity)
    return unit.exists ? unit : said("code", in: quantity)
  }

  /// The number of a Quantity; -1 if it has none.
  func number(of quantity: TapeIndex) -> TapeIndex {
    quantity.exists ? digits(tape.value(of: "value", in: quantity)) : TapeIndex.none
  }

  /// The index of a number; `.none` for any other value.
  func digits(_ index: TapeIndex) -> TapeIndex {
    guard index.exists else { return .none }
    switch tape.tag(index) {
    case .integer, .decimal, .exponent: return index
    default: return .none
    }
  }
}
