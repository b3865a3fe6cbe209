import FHIRSchema
import FHIRTape

extension Machine {
  /// An item as a value of the System types: converts a primitive or a FHIR quantity; `none` for an item that is not a
  /// value.
  mutating func value(of item: Item) -> Item {
    guard item.kind == .node else { return item }
    let index = item.index
    guard index.exists else { return .none }
    let kind = item.type >= 0 ? model.kinds[Int(item.type)] : .complex
    switch tape.tag(index) {
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .integer: return number(index, isDecimal: kind == .decimal || kind == .scientificDecimal)
    case .decimal, .exponent: return number(index, isDecimal: true)
    case .string, .escapedString: return text(index, kind)
    case .object:
      return model.isKind(item.type, of: model.quantity) ? quantity(of: index) : .none
    case .null, .key, .escapedKey, .array: return .none
    }
  }

  /// The text of a string in the record, escapes resolved.
  mutating func lexeme(_ index: TapeIndex) -> TextSpan {
    let span = TextSpan(tape.lexeme(index), tape.length(index))
    guard tape.tag(index) == .escapedString || tape.tag(index) == .escapedKey else { return span }
    var text: [UInt8] = []
    JSONString.unescape(span.buffer, into: &text)
    return arena.keep(text)
  }

  /// The text of a node that is a string in JSON, whatever its type; `nil` for other nodes.
  mutating func plainText(of node: Item) -> TextSpan? {
    guard node.index.exists else { return nil }
    switch tape.tag(node.index) {
    case .string: return TextSpan(tape.lexeme(node.index), tape.length(node.index))
    case .escapedString: return lexeme(node.index)
    default: return nil
    }
  }

  private func number(_ index: TapeIndex, isDecimal: Bool) -> Item {
    let lexeme = TextSpan(tape.lexeme(index), tape.length(index))
    if !isDecimal, lexeme.count < 18, let integer = Machine.integer(lexeme) { return .integer(integer) }
    guard let decimal = Decimal(lexeme.buffer) else { return .none }
    return .decimal(decimal)
  }

  /// A whole number with an optional sign; `nil` for other text, and for more than 18 digits.
  static func integer(_ text: TextSpan) -> Int64? {
    var place = 0
    let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative || text.count > 0 && text[0] == UInt8(ascii: "+") { place = 1 }
    guard place < text.count, text.count - place <= 18 else { return nil }
    var value: Int64 = 0
    while place < text.count {
      guard Lexer.isDigit(text[place]) else { return nil }
      value = value &* 10 &+ Int64(text[place] &- 0x30)
      place += 1
    }
    return isNegative ? -value : value
  }

  private mutating func text(_ index: TapeIndex, _ kind: ValueKind) -> Item {
    let text = lexeme(index)
    let momentKind: Moment.Kind
    switch kind {
    case .date, .signedDate: momentKind = .date
    case .dateTime, .instant, .signedDateTime, .signedLeapDateTime, .signedInstant: momentKind = .dateTime
    case .time, .leapTime: momentKind = .time
    default: return .string(text)
    }
    guard let moment = Moment(text.buffer, momentKind, mayBeBeforeChrist: true) else { return .string(text) }
    return arena.keep(moment, momentKind)
  }

  /// A FHIR quantity as a System quantity: with its code if the system is UCUM, else with the unit in words.
  private mutating func quantity(of object: TapeIndex) -> Item {
    charge(tape.length(object) >> 2)
    let valueKey = tape.key(TextSpan("value"), in: object)
    guard valueKey.exists,
      let value = Decimal(TextSpan(tape.lexeme(valueKey.value), tape.length(valueKey.value)).buffer)
    else {
      return .none
    }
    let system = tape.string(TextSpan("system"), in: object)
    let code = tape.string(TextSpan("code"), in: object)
    let unit = tape.string(TextSpan("unit"), in: object)
    let isUCUM = system.exists && lexeme(system).equals("http://unitsofmeasure.org")
    let text = code.exists && (isUCUM || !unit.exists) ? lexeme(code) : unit.exists ? lexeme(unit) : TextSpan("1")
    var quantity = Quantity(value: value, unit: text, isCalendar: false)
    quantity.isUCUM = isUCUM || (!system.exists && !code.exists)
    quantity.isEither = isUCUM
    return arena.keep(quantity)
  }

  // MARK: - Names of types

  /// The name of a node's FHIR type, `nil` when it is unknown.
  func typeName(of node: Item) -> TextSpan? {
    guard node.kind == .node else { return nil }
    if node.detail > 0, node.key.exists { return choiceName(of: node) }
    guard node.type >= 0 else { return nil }
    let category = rows.types[Int(node.type)].category
    if category == .abstractResource, node.index.exists, let type = tape.resourceType(of: node.index) { return type }
    if node.member < 0, category == .nested || category == .dataType, node.type == model.backboneElement { return nil }
    // A nested element is named after its base type, because its own name is a path.
    let base = model.bases[Int(node.type)]
    if node.type == model.simpleQuantity { return model.name(of: model.quantity) }
    return model.name(of: category == .nested && base >= 0 ? base : node.type)
  }

  /// The type at the end of a choice's key.
  private func choiceName(of node: Item) -> TextSpan? {
    let key = TextSpan(tape.lexeme(node.key), tape.length(node.key))
    let start = Int(node.detail) + (key.count > 0 && key[0] == UInt8(ascii: "_") ? 1 : 0)
    guard start < key.count else { return nil }
    let suffix = key.slice(start, key.count)
    let row = Int(node.type)
    guard row >= 0 else { return suffix }
    if rows.types[row].category == .primitive, row != Int(model.uri) { return model.name(of: node.type) }
    switch suffix {
    case _ where suffix.equals("Canonical"): return TextSpan("canonical")
    case _ where suffix.equals("Url"): return TextSpan("url")
    case _ where suffix.equals("Uri"): return TextSpan("uri")
    default: return suffix
    }
  }
}
