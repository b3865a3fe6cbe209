import FHIRSchema
import FHIRTape

extension Machine {
  /// Whether an item has a type, or one derived from it.
  mutating func isOf(_ item: Item, _ target: TypeTarget) -> Bool {
    if item.index.exists, tape.tag(item.index) == .object { charge(tape.length(item.index) >> 4) }
    if target.kind == .node { return true }
    guard item.kind == .node else {
      // Without a namespace, `Quantity` is both FHIR's and System's type.
      return target.namespace != .fhir && target.kind == item.kind
    }
    if let name = typeName(of: item) {
      if target.namespace == .system { return false }
      if name.equals(target.name) { return true }
      return target.row >= 0 && item.type >= 0 && isDerived(item, from: target)
    }
    if item.index.exists, tape.tag(item.index) == .object {
      return target.row >= 0 && model.isKind(item.type, of: target.row)
    }
    // An element of unknown type has a System type, by its JSON form; the FHIR types of that form match, too.
    return target.namespace != .fhir && jsonKind(of: item) == target.kind || isPrimitive(item, target)
  }

  private func isDerived(_ item: Item, from target: TypeTarget) -> Bool {
    let base = target.row
    if model.isKind(item.type, of: base) { return true }
    // In R4 a nested element is a BackboneElement, whatever its type is called here.
    return base == model.backboneElement && rows.types[Int(item.type)].category == .nested
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
    case .string: target.row >= 0 && rows.types[Int(target.row)].category == .primitive && isText(target.row)
    default: false
    }
  }

  private func isText(_ row: Int16) -> Bool {
    let kind = model.kinds[Int(row)]
    return kind != .boolean && !kind.isNumber
  }

  mutating func evaluateIsType(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Ternary {
    let item = try operand(instruction.first, frame, instruction)
    guard item.kind != .none else { return .unknown }
    return Ternary(isOf(item, types[Int(instruction.detail)]))
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
    let base = count
    try evaluate(instruction.first, frame)
    var kept = base
    for place in base..<count {
      let result = cast(items[place], to: target)
      if result.kind == .none { continue }
      setItem(kept, result)
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
      if value.kind == .date, target.kind == .dateTime { return Item(.dateTime, low: value.low) }
      return value.kind == target.kind ? value : .none
    }
    guard item.kind == .node, target.row >= 0, rows.types[Int(target.row)].category == .primitive,
      let name = typeName(of: item)
    else { return item }
    return name.equals(target.name) ? item : .none
  }

  /// The name of a type at the start of a path: the current item if it has that type.
  mutating func evaluateTypeName(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let target = types[Int(instruction.detail)]
    if frame.this.kind != .none, isOf(frame.this, target) { try push(frame.this) }
  }

  /// `type()`: namespace and name of each item's type.
  mutating func evaluateType(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let base = count
    try evaluate(instruction.first, frame)
    for place in base..<count { setItem(place, type(of: items[place])) }
  }

  private func type(of item: Item) -> Item {
    if let name = typeName(of: item) { return type(name, isFHIR: true) }
    let kind = item.kind == .node ? jsonKind(of: item) : item.kind
    if let name = kind.systemName { return type(TextSpan(name), isFHIR: false) }
    return type(model.name(of: model.element), isFHIR: true)
  }

  private func type(_ name: TextSpan, isFHIR: Bool) -> Item {
    Item(.type, detail: isFHIR ? 1 : 0, low: UInt64(UInt(bitPattern: name.start)), high: UInt64(name.count))
  }
}
