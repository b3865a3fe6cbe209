import FHIRSchema
import FHIRPath

extension ProfileCompiler {
  /// An element, and the forms of a choice that a profile names like elements: `valueQuantity` for `value[x]`.
  private typealias Place = (draft: ElementDraft?, variants: [(draft: ElementDraft, member: Int)])

  private static let deepest = 200

  /// The name that the definitions give the value of a primitive as a separate element.
  private static let primitiveValue = "value"

  /// Makes the node of an element with values of a type, `.none` for several; at the root there is no element of the base.
  mutating func node(of draft: ElementDraft, type: TypeID, element: BaseElement?) -> Int {
    var draft = draft
    // A content reference may lead to another one, and so on in a cycle.
    for _ in 0..<8 {
      guard let target = target(of: draft) else { break }
      draft = target
    }
    if let known = numbers[ObjectIdentifier(draft)] { return known }
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else {
      addGap(.definitionUnreadable, draft, "expected at most \(Self.deepest) levels, found more")
      return 0
    }
    let number = nodes.count
    numbers[ObjectIdentifier(draft)] = number
    nodes.append(NodeDraft(path: draft.path, form: namesForms ? draft.form : nil))
    guard number < Self.mostNodes else { return number }
    let isPrimitive = type.exists && schema.types[type].category == .primitive
    // The forms of a choice have the elements in common that all elements have.
    let common = schema.elements(of: model.roles.element).map(\.name)
    let isCommon = !type.exists && draft.children.allSatisfy { common.contains($0.name) }
    let childType = isPrimitive || isCommon ? model.roles.element : type
    // All that is stated about the value of a primitive, except for its presence.
    if isPrimitive, let value = draft.existingChild(Self.primitiveValue)?.facts {
      draft.facts.values.refine(by: value.values)
      draft.facts.constraints += value.constraints
      draft.facts.binding = value.binding ?? draft.facts.binding
    }
    inherit(in: draft)
    if !draft.children.isEmpty {
      if !childType.exists {
        addGap(.definitionUnknownPath, draft, "expected one type that has its elements, found none or several")
      } else {
        let edges = edges(of: draft, type: childType)
        nodes[number].edges = edges
        nodes[number].type = childType
      }
    }
    if let element {
      nodes[number].types = types(of: draft, element)
      checkTypes(ofValuesIn: draft, element)
    }
    nodes[number].value = values(of: draft)
    let additional = draft.facts.values.bindings.compactMap { binding($0, nil) }
    nodes[number].bindings = [draft.facts.binding.flatMap { binding($0, element) }].compactMap(\.self) + additional
    nodes[number].constraints = constraints(of: draft, type: type, element)
    return number
  }

  private mutating func inherit(in draft: ElementDraft) {
    for slice in draft.slices { slice.inheritTypes(of: draft) }
    guard let profile = draft.onlyProfile,
      ([draft] + draft.slices).flatMap(\.children).contains(where: { $0.hasSlicesBelow || $0.lacksTypesBelow }),
      let root = root(ofProfile: profile)
    else { return }
    // A slice of it has to meet the profile, too, unless it has one of its own.
    for part in [draft] + draft.slices where part === draft || part.facts.types == nil {
      part.inheritSlicing(of: root)
      part.inheritTypes(of: root)
    }
  }

  /// The element whose content another one reuses; `nil` if the other has its own content.
  private func target(of draft: ElementDraft) -> ElementDraft? {
    guard draft.children.isEmpty, var name = draft.facts.contentReference else { return nil }
    if let hash = name.utf8.firstIndex(of: UInt8(ascii: "#")) { name = String(name[name.utf8.index(after: hash)...]) }
    // An element that a profile does not mention is as in the base.
    return labels[name].flatMap { $0 === draft ? nil : $0 }
  }

  /// Notes references to the content of an element that neither the profile nor the release has. In the older form, they
  /// name elements as the definition of the type does, of which nothing is known.
  mutating func checkContentReferences(_ labels: [String: ElementDraft]) {
    for element in facts.elements where !schema.facts.reusesProfiledContent {
      guard let place = element.place, let name = element.contentReference else { continue }
      let target = ExtensionContext(kind: .element, expression: name).element
      if labels[name.split(separator: "#").last.map(String.init) ?? ""] == nil, hasElement(target) != true {
        addGap(
          .definitionUnknownPath, element.path, "expected the content of an element, found that of '\(name)'",
          at: place)
      }
    }
  }

  /// Adds the references of the type's elements to the contents of others.
  mutating func addContentReferences(below draft: ElementDraft, _ type: TypeID) {
    for slot in schema.elements(of: type).indices {
      let element = BaseElement(schema, type: type, slot: slot)
      guard let content = element.types.first, schema.types[content].category == .nested else { continue }
      let (child, name) = (draft.child(element.facts.name), schema.typeNames[content])
      if name == "\(schema.typeNames[type]).\(child.name)" {
        labels[name] = labels[name] ?? child
        addContentReferences(below: child, content)
      } else {
        child.facts.contentReference = child.facts.contentReference ?? name
      }
    }
  }

  private mutating func edges(of draft: ElementDraft, type: TypeID) -> [ProfileEdge] {
    var places: [Int: Place] = [:]
    let elements = schema.elements(of: type)
    for child in draft.children where type != model.roles.element || child.name != Self.primitiveValue {
      if let slot = elements.firstIndex(where: { $0.isNamed(child.name) || $0.isChoice(named: child.name) }) {
        places[slot, default: (nil, [])].draft = child
      } else if let member = schema.member(named: child.name, of: type), schema.members[member].flags.contains(.choice)
      {
        places[Int(schema.members[member].slot), default: (nil, [])].variants.append((child, member))
      } else {
        addGap(
          .definitionUnknownPath, child,
          "expected an element of the type '\(schema.typeNames[type])', found '\(child.name)'")
      }
    }
    return places.sorted { $0.key < $1.key }.map { slot, place in
      let element = BaseElement(schema, type: type, slot: slot)
      let child = place.draft ?? draft.child(element.facts.name)
      addVariants(place.variants, to: child)
      return edge(child, element)
    }
  }

  /// Makes forms of a choice its slices. A single form replaces the choice if it must be there or is the only one left. In
  /// some releases any does, and the slicing of several is closed, but a form that is also named as a slice, or of which
  /// only children are named, says nothing about the other forms.
  private func addVariants(_ variants: [(draft: ElementDraft, member: Int)], to choice: ElementDraft) {
    let isUndivided = choice.facts.slicing == nil && choice.slices.isEmpty
    var isOpen = false
    for (variant, member) in variants {
      let isSlice = variant.dissolveSlice()
      if isSlice || !variant.isNamed { isOpen = true }
      if variant.facts.types == nil {
        variant.facts.types = [TypeFacts(code: schema.typeNames[Int(schema.members[member].type)])]
      }
    }
    let narrows = schema.facts.narrowsToForms
    if isUndivided, !isOpen, variants.count == 1,
      narrows || variants[0].draft.facts.minimum ?? 0 > 0 || choice.facts.types?.count == 1
    {
      choice.form = variants[0].draft.name
      return choice.merge(variants[0].draft)
    }
    if isUndivided, !variants.isEmpty {
      choice.facts.slicing = SlicingFacts(
        discriminators: [.init(kind: .type, path: "$this")], rules: narrows && !isOpen ? .closed : .open,
        isOrdered: false)
    }
    for (variant, _) in variants { choice.slice(variant.name).merge(variant) }
  }

  private mutating func edge(_ draft: ElementDraft, _ element: BaseElement) -> ProfileEdge {
    compare(draft, with: element)
    let facts = draft.facts
    var count = Cardinality()
    if let minimum = facts.minimum, minimum > element.facts.minimum { count.minimum = minimum }
    if let maximum = facts.maximum, maximum < element.facts.maximum ?? .max { count.maximum = maximum }
    let node = node(of: draft, type: element.valueType(types: facts.types, schema), element: element)
    return ProfileEdge(
      slot: element.slot, element: element.number, count: count, node: node,
      slicing: slicing(of: draft, element), isMustSupport: facts.isMustSupport ?? false)
  }
}

struct BaseElement {
  let type: TypeID
  let slot: Int
  let number: Int
  let facts: SchemaElement
  /// The rows of its members: one, or those of all forms of a choice.
  let members: [Int]
  /// The rows of the types of its values, one for each member.
  let types: [TypeID]

  init(_ schema: SchemaTable, type: TypeID, slot: Int) {
    (self.type, self.slot) = (type, slot)
    number = schema.elementNumber(slot, of: type)
    facts = schema.elements[number]
    members = schema.memberIndices(of: type).filter { Int(schema.members[$0].slot) == slot }.map(\.row)
    types = members.map { schema.members[$0].typeID }
  }

  /// The row of the type of its values, if a profile leaves only one; else `.none`.
  func valueType(types: [TypeFacts]?, _ schema: SchemaTable) -> TypeID {
    if let types {
      // Most definitions repeat the only type of the base.
      let only = self.types.count == 1 ? schema.typeNames[self.types[0]] : nil
      if types.allSatisfy({ $0.code == only }), !types.isEmpty { return self.types[0] }
      let rows = Set(types.flatMap { self.rows(of: $0.code, schema) })
      if rows.count == 1, let row = rows.first { return row }
    }
    return self.types.count == 1 ? self.types[0] : TypeID.none
  }

  /// The rows of its types that a code stands for. For an element that holds any resource, all types are possible.
  func rows(of code: String, _ schema: SchemaTable) -> [TypeID] {
    guard let row = schema.type(named: code) else { return [] }
    let rows = types.filter { schema.isKind($0, of: row) }
    let isResource = [.resource, .abstractResource].contains(schema.types[row].category)
    if rows.isEmpty, isResource, types.contains(where: { schema.isKind(row, of: $0) }) { return [row] }
    return Set(rows).count == 1 ? [rows[0]] : rows.contains(row) ? [row] : rows
  }
}

extension SchemaTable {
  func member(named name: String, of type: TypeID) -> Int? {
    let text = KeptText(name)
    let member = rows.member(named: text.start, length: text.count, of: rows.types + type.row).row
    return withExtendedLifetime(text) { member >= 0 ? member : nil }
  }
}
