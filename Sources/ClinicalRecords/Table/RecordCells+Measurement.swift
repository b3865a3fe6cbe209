import FHIRTape

/// The cells of a measurement, which only an Observation has.
extension RecordCells {
  /// The first reference range of an Observation; -1 if there is none.
  var referenceRange: Int {
    guard type == .observation, case let ranges = tape.value(of: "referenceRange", in: resource), ranges >= 0 else {
      return -1
    }
    guard tape.tag(ranges) == .array else { return ranges }
    return tape.length(ranges) > 0 ? ranges + 2 : -1
  }

  /// The digits of a quantity in an object; -1 if there is none.
  func number(_ name: StaticString, in object: Int) -> Int {
    object < 0 ? -1 : reader.number(of: tape.value(of: name, in: object))
  }

  func appendRange(to cell: inout [UInt8]) {
    let range = referenceRange
    let text = reader.said("text", in: range)
    if text >= 0 { return append(text, to: &cell) }
    let (low, high) = (number("low", in: range), number("high", in: range))
    switch (low >= 0, high >= 0) {
    case (true, true): appendPair(low, " - ", high, to: &cell)
    case (true, false): appendPair(-1, ">= ", low, to: &cell)
    case (false, true): appendPair(-1, "<= ", high, to: &cell)
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
      append(title >= 0 ? title : reader.said("url", in: index), to: &cell)
    }
  }

  func appendComponents(to cell: inout [UInt8]) {
    guard type == .observation, case let components = tape.value(of: "component", in: resource), components >= 0 else {
      return
    }
    var isFirst = true
    tape.forEachItem(components) { component in
      guard tape.tag(component) == .object else { return }
      if !isFirst { cell.append(UInt8(ascii: "|")) }
      isFirst = false
      append(reader.conceptPlace(tape.value(of: "code", in: component)).codeOrName, to: &cell)
      cell.append(UInt8(ascii: "="))
      guard let value = reader.valuePlace(of: component) else { return }
      append(value, to: &cell)
      let unit = reader.unit(value)
      if unit >= 0 { appendPair(-1, " ", unit, to: &cell) }
    }
  }
}

extension FactReader {
  /// The Quantity of a value; -1 for a value of another kind.
  func quantity(_ value: ValuePlace?) -> Int {
    guard let value, value.kind == .quantity else { return -1 }
    return value.index
  }

  /// The unit of a Quantity for people, else its code.
  func unit(_ value: ValuePlace?) -> Int {
    let quantity = quantity(value)
    let unit = said("unit", in: quantity)
    return unit >= 0 ? unit : said("code", in: quantity)
  }

  /// The number of a Quantity; -1 if it has none.
  func number(of quantity: Int) -> Int {
    quantity < 0 ? -1 : digits(tape.value(of: "value", in: quantity))
  }

  /// The index of a number; -1 for any other value.
  func digits(_ index: Int) -> Int {
    guard index >= 0 else { return -1 }
    switch tape.tag(index) {
    case .integer, .decimal, .exponent: return index
    default: return -1
    }
  }
}
