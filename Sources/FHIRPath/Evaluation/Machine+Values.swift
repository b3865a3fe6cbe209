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
    case .object: return quantity(of: item).map { arena.keep($0) } ?? .none
    case .null, .key, .escapedKey, .array: return .none
    }
  }

  /// The text of a string in the record, escapes resolved.
  mutating func lexeme(_ index: TapeIndex) -> TextSpan {
    let span = tape.span(index)
    guard tape.tag(index) == .escapedString || tape.tag(index) == .escapedKey else { return span }
    var text: [UInt8] = []
    JSONString.unescape(span.buffer, into: &text)
    return arena.keep(text)
  }

  /// The text of a node that is a string in JSON, whatever its type; `nil` for other nodes.
  mutating func plainText(of node: Item) -> TextSpan? {
    node.index.exists && tape.isString(node.index) ? lexeme(node.index) : nil
  }

  private func number(_ index: TapeIndex, isDecimal: Bool) -> Item {
    let lexeme = tape.span(index)
    if !isDecimal, lexeme.count < 18, let integer = Machine.integer(lexeme) { return .integer(integer) }
    return Decimal(lexeme.buffer).map { .decimal($0) } ?? .none
  }

  /// A whole number with an optional sign; `nil` for other text, and for more than 18 digits.
  static func integer(_ text: TextSpan) -> Int64? {
    let isSigned = text.count > 0 && (text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+"))
    return text.count <= (isSigned ? 19 : 18) ? Int64(text.string) : nil
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

  /// A FHIR quantity as a System quantity; `nil` for one without a code of UCUM, and for one with a comparator, which
  /// stands for many numbers: <https://hl7.org/fhir/R4/fhirpath.html#quantity>.
  mutating func quantity(of item: Item) -> Quantity? {
    guard isQuantity(item) else { return nil }
    let object = item.index
    charge(tape.length(object) >> 2)
    guard let number = tape.member("value", of: object), let value = Decimal(tape.span(number).buffer),
      tape.member("comparator", of: object) == nil
    else { return nil }
    let system = tape.string(TextSpan("system"), in: object)
    let code = tape.string(TextSpan("code"), in: object)
    guard system.exists, code.exists, lexeme(system).equals("http://unitsofmeasure.org") else { return nil }
    var quantity = Quantity(value: value, unit: lexeme(code), isCalendar: false)
    quantity.isEither = true
    return quantity
  }

  func isQuantity(_ item: Item) -> Bool { tape.isObject(item.index) && model.isKind(item.type, of: model.quantity) }

  /// Whether an element stands for no value, and so for nothing in a calculation: one with extensions in place of its
  /// value, or a FHIR quantity that is no System quantity.
  func isValueless(_ item: Item, _ value: Item) -> Bool {
    value.kind == .none && item.kind == .node && (!item.index.exists || isQuantity(item))
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
    let base = Int16(truncatingIfNeeded: model.schema.bases[Int(node.type)].row)
    if let simple = model.roles.simpleQuantity, node.type == simple.row { return model.name(of: model.quantity) }
    return model.name(of: category == .nested && base >= 0 ? base : node.type)
  }

  /// The type at the end of a choice's key.
  private func choiceName(of node: Item) -> TextSpan? {
    let key = tape.span(node.key)
    let start = Int(node.detail) + (key.count > 0 && key[0] == UInt8(ascii: "_") ? 1 : 0)
    guard start < key.count else { return nil }
    let suffix = key.slice(start, key.count)
    let row = Int(node.type)
    guard row >= 0 else { return suffix }
    if rows.types[row].category == .primitive, row != model.roles.uri.row { return model.name(of: node.type) }
    let forms: KeyValuePairs<StaticString, StaticString> = ["Canonical": "canonical", "Url": "url", "Uri": "uri"]
    return forms.first { suffix.equals($0.key) }.map { TextSpan($0.value) } ?? suffix
  }

  /// Whether an item has a type, or one derived from it.
  mutating func isOf(_ item: Item, _ target: TypeTarget) -> Bool {
    if tape.isObject(item.index) { charge(tape.length(item.index) >> 4) }
    if target.kind == .node { return true }
    guard item.kind == .node else {
      // Without a namespace, `Quantity` is both FHIR's and System's type.
      return target.namespace != .fhir && target.kind == item.kind
    }
    if let name = typeName(of: item) {
      if target.namespace == .system { return false }
      if name.equals(target.name) { return true }
      // In R4 a nested element is a BackboneElement, whatever its type is called here.
      return target.row >= 0 && item.type >= 0
        && (model.isKind(item.type, of: target.row)
          || target.row == model.backboneElement && rows.types[Int(item.type)].category == .nested)
    }
    if tape.isObject(item.index) { return target.row >= 0 && model.isKind(item.type, of: target.row) }
    // An element of unknown type has a System type, by its JSON form; the FHIR types of that form match, too.
    return target.namespace != .fhir && jsonKind(of: item) == target.kind || isPrimitive(item, target)
  }

  /// The kind of the System type that the JSON form of an element stands for; `none` for other elements.
  func jsonKind(of item: Item) -> Item.Kind {
    guard item.index.exists else { return .none }
    switch tape.tag(item.index) {
    case .true, .false: return .boolean
    case .integer: return .integer
    case .decimal, .exponent: return .decimal
    case .string, .escapedString: return .string
    default: return .none
    }
  }

  private func isPrimitive(_ item: Item, _ target: TypeTarget) -> Bool {
    switch jsonKind(of: item) {
    case .boolean: target.name.equals("boolean")
    case .integer: target.name.equals("integer") || target.name.equals("decimal")
    case .decimal: target.name.equals("decimal")
    case .string:
      target.row >= 0 && rows.types[Int(target.row)].category == .primitive
        && model.kinds[Int(target.row)].jsonKind == "string"
    default: false
    }
  }

  /// `ofType()`, and `as`, which needs a single item.
  mutating func evaluateTypeFilter(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let target = types[Int(instruction.detail)]
    if instruction.op == .asType {
      let item = try operand(instruction.first, frame, instruction)
      let result = item.kind == .none ? .none : cast(item, to: target)
      if result.kind != .none { try push(result) }
      return
    }
    let (base, end) = try input(instruction, frame)
    var kept = base
    for place in base..<end {
      let result = cast(items[place], to: target)
      if result.kind == .none { continue }
      items[kept] = result
      kept += 1
    }
    drop(to: kept)
  }

  /// An item as an instance of a type, by `as` and `ofType()`; `none` if it is not one.
  ///
  /// They differ from `is` in two ways, both by FHIR's page about FHIRPath (<https://hl7.org/fhir/R4/fhirpath.html>).
  /// For `is`, a `code` is a `string`, by the bases of their definitions; for these two all primitives are independent
  /// types. For `is`, a FHIR primitive has no System type; these two give its value as one.
  private mutating func cast(_ item: Item, to target: TypeTarget) -> Item {
    guard isOf(item, target) else {
      guard target.namespace != .fhir, item.kind == .node else { return .none }
      let value = value(of: item)
      // A Date is a DateTime wherever one is needed.
      if value.kind == .date, target.kind == .dateTime { return Item(kind: .dateTime, low: value.low) }
      return value.kind == target.kind ? value : .none
    }
    guard item.kind == .node, target.row >= 0, rows.types[Int(target.row)].category == .primitive,
      let name = typeName(of: item)
    else { return item }
    return name.equals(target.name) ? item : .none
  }

  /// The namespace and name of an item's type, as `type()` has them.
  func type(of item: Item) -> Item {
    if let name = typeName(of: item) { return type(name, isFHIR: true) }
    let kind = item.kind == .node ? jsonKind(of: item) : item.kind
    if let name = kind.systemName { return type(TextSpan(name), isFHIR: false) }
    return type(model.name(of: model.element), isFHIR: true)
  }

  private func type(_ name: TextSpan, isFHIR: Bool) -> Item {
    Item(kind: .type, detail: isFHIR ? 1 : 0, low: UInt64(UInt(bitPattern: name.start)), high: UInt64(name.count))
  }

  mutating func results() -> [FHIRPathValue] { (0..<count).map { export(items[$0]) } }

  mutating func export(_ item: Item) -> FHIRPathValue {
    let text: String
    switch item.kind {
    case .node: return element(item)
    case .none: text = ""
    case .boolean: text = item.boolean ? "true" : "false"
    case .integer: text = String(item.integer)
    case .decimal: text = item.decimal.description
    case .string: text = item.text.string
    case .date, .dateTime, .time: text = item.momentKind.flatMap { item.moment?.text($0) } ?? ""
    case .quantity: text = item.quantity?.description ?? ""
    case .type: text = (item.detail == 0 ? "System." : "FHIR.") + item.text.string
    }
    let isRaw = item.kind == .boolean || item.isNumber
    return FHIRPathValue(
      type: "System.\(item.kind.systemName ?? "Any")", description: text, json: isRaw ? text : CompactJSON.quoted(text),
      range: nil)
  }

  private mutating func element(_ item: Item) -> FHIRPathValue {
    let system = jsonKind(of: item).systemName.map { "System.\($0)" }
    let name = typeName(of: item).map { "FHIR." + $0.string } ?? system ?? "FHIR.Element"
    guard item.index.exists else {
      let sibling = tape.sibling(of: item)
      let json = sibling.exists ? CompactJSON.text(of: sibling, tape) : "null"
      return FHIRPathValue(type: name, description: json, json: json, range: sibling.exists ? tape.range(sibling) : nil)
    }
    let json = CompactJSON.text(of: item.index, tape)
    let text = plainText(of: item)?.string ?? json
    return FHIRPathValue(type: name, description: text, json: json, range: tape.range(item.index))
  }
}

enum CompactJSON {
  static func text(of index: TapeIndex, _ tape: Tape) -> String {
    let range = tape.range(index)
    let bytes = UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count)
    return Excerpt.json(bytes, limit: range.count)
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ": result += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
