import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRTape

extension ProfileCompiler {
  /// The assertions about the types of an element beyond the base; `nil` for none.
  mutating func types(of draft: ElementDraft, _ element: BaseElement) -> TypeAssertion? {
    // The types of what must not occur say nothing; extensions that a release has no value for list those of others.
    guard let types = draft.facts.types, !types.isEmpty, draft.facts.maximum != 0 else { return nil }
    if let place = place(of: draft) {
      for url in types.flatMap({ $0.profiles + $0.targets }) where !isCoreType(url) {
        let message = "expected the definition of '\(url)', which it must meet, found none"
        parts.append((url, ProfileFault(.definitionMissingPart, facts.url, draft.path, message, at: place)))
      }
    }
    let targeting = types.last { !$0.targets.isEmpty }.flatMap { schema.type(named: $0.code) }
    var profiles: [(type: TypeID, urls: [Canonical])] = []
    for types in conditions(types, of: draft) {
      for new in self.profiles(types, element) where !profiles.contains(where: { $0 == new }) { profiles.append(new) }
    }
    let references = types.filter { $0.code == targeting.map { schema.typeNames[$0] } }
    let assertion = TypeAssertion(
      allowed: allowed(types, element, of: draft), profiles: profiles,
      targets: conditions(references, of: draft).map { targets($0, element) }.filter { !$0.isEmpty },
      targeting: targeting ?? model.roles.reference,
      places: places(types), names: types.map(\.code).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    return assertion.isEmpty ? nil : assertion
  }

  /// The rows of the remaining types, `nil` if these are all types of the base.
  private mutating func allowed(_ types: [TypeFacts], _ element: BaseElement, of draft: ElementDraft) -> [TypeID]? {
    // Most definitions repeat the types of the base.
    if types.count == element.types.count, zip(types, element.types).allSatisfy({ $0.code == schema.typeNames[$1] }) {
      return nil
    }
    var rows: Set<TypeID> = []
    for type in types {
      // The definitions of the latest releases use other URLs for the types of a few elements.
      let known = element.rows(of: type.code, schema)
      if known.isEmpty {
        // Any type, or that of another URL.
        if type.code == "*" || type.code.utf8.contains(UInt8(ascii: "/")) { return nil }
        addGap(.definitionUnknownPath, draft, "expected a type of the element, found '\(type.code)'")
      }
      rows.formUnion(known)
    }
    return rows.isEmpty || Set(element.types).isSubset(of: rows) ? nil : rows.sorted { $0.row < $1.row }
  }

  private func profiles(_ types: [TypeFacts], _ element: BaseElement) -> [(type: TypeID, urls: [Canonical])] {
    var profiles: [(type: TypeID, urls: [Canonical])] = []
    for type in types where !type.profiles.isEmpty {
      for row in element.rows(of: type.code, schema) {
        let urls = type.profiles.filter { url in coreType(url).map { !schema.isKind(row, of: $0) } ?? true }
        // All values meet a profile that adds nothing to the type.
        guard urls.count == type.profiles.count else { continue }
        if let place = profiles.firstIndex(where: { $0.type == row }) {
          profiles[place].urls += urls
        } else {
          profiles.append((row, urls))
        }
      }
    }
    return profiles
  }

  /// Lists of types, of each of which a value must meet one: more than one list where it must meet all profiles of a type.
  private mutating func conditions(_ types: [TypeFacts], of draft: ElementDraft) -> [[TypeFacts]] {
    guard schema.facts.demandsAllProfiles else { return [types] }
    var lists: [[TypeFacts]] = [[]]
    for type in types {
      let parts =
        type.profiles.map { TypeFacts(code: type.code, profiles: [$0]) }
        + type.targets.map { TypeFacts(code: type.code, targets: [$0]) }
      guard lists.count * parts.count <= 1_000 else {
        addGap(.definitionUnreadable, draft, "expected fewer profiles of its types, found more than fit")
        return [types]
      }
      lists = lists.flatMap { list in (parts.isEmpty ? [type] : parts).map { list + [$0] } }
    }
    return lists
  }

  private func targets(_ references: [TypeFacts], _ element: BaseElement) -> [ReferenceTarget] {
    let urls = references.flatMap(\.targets)
    if urls.isEmpty || references.contains(where: \.targets.isEmpty) { return [] }
    let targets = urls.map { url in coreType(url).map(ReferenceTarget.type) ?? .profile(ProfileTarget(url)) }
    let rows = targets.compactMap { if case .type(let row) = $0 { row } else { nil } }
    if rows.contains(model.roles.resource) { return [] }
    guard rows.count == targets.count else { return targets }
    let base = element.facts.types.filter { $0.name == references[0].code }.flatMap(\.arguments)
    return !base.isEmpty && Set(base.compactMap(schema.type(named:))).isSubset(of: rows) ? [] : targets
  }

  /// Where targets must be, and whether references name their versions; `nil` if a reference may point anywhere.
  private func places(_ types: [TypeFacts]) -> Set<TargetPlace>? {
    let references = types.filter { $0.code == schema.typeNames[model.roles.reference] }
    let codes = [references.map(\.aggregation), references.map(\.versioning)].filter { !$0.contains(where: \.isEmpty) }
    let places = Set(codes.flatMap { $0.flatMap(\.self) }.compactMap(TargetPlace.init))
    return places.isEmpty ? nil : places
  }

  /// A binding of an element, if it can be violated and differs from that of the base.
  func binding(_ binding: BindingFacts, _ element: BaseElement?) -> ProfileBinding? {
    guard let strength = SchemaBinding.Strength(rawValue: binding.strength) else { return nil }
    switch (strength, binding.valueSet) {
    case (.required, let valueSet?), (.extensible, let valueSet?):
      let isRequired = strength == .required
      if binding.maximumValueSet == nil, isStated(valueSet, isRequired, by: element) { return nil }
      return ProfileBinding(valueSet: valueSet, isRequired: isRequired, maximum: binding.maximumValueSet)
    default:
      // A preferred binding demands no code, so its maximum is no more than a warning.
      return binding.maximumValueSet.map {
        ProfileBinding(valueSet: $0, isRequired: true, maximum: nil, severity: .warning)
      }
    }
  }

  private func isStated(_ valueSet: Canonical, _ isRequired: Bool, by element: BaseElement?) -> Bool {
    guard let base = element?.facts.binding, base.strength == .required || base.strength == .extensible && !isRequired
    else { return false }
    guard let row = schema.valueSets.indices.first(where: { schema.valueSets[$0].isNamed(base.valueSet) }) else {
      return valueSet.url == base.valueSet
    }
    return ProfileURL(valueSet.url).means(schema.valueSets[row], of: schema)
  }

  /// The constraints that the base type does not have, for values of a type, `.none` if there are several.
  mutating func constraints(of draft: ElementDraft, type: TypeID, _ element: BaseElement?) -> [ProfileConstraint] {
    let types = type.exists ? [type] : element?.types ?? []
    var keys: Set<String> = []
    var constraints: [ProfileConstraint] = []
    // Another definition may neither replace a constraint nor weaken it.
    func name(_ facts: ConstraintFacts) -> String { "\(facts.key) \(facts.expression ?? "")" }
    let errors = Set(draft.facts.constraints.filter { !$0.isWarning }.map(name))
    for var facts in draft.facts.constraints.reversed() where keys.insert(name(facts)).inserted {
      facts.isWarning = !errors.contains(name(facts))
      if facts.mayBeInherited && isInherited(facts) || isMaximum(facts, of: draft) { continue }
      if let constraint = compile(facts, path: draft.path, type: type, types) { constraints.append(constraint) }
    }
    return constraints.reversed()
  }

  /// Whether a constraint such as `comparator.empty()` says what a maximum of zero says, too.
  private func isMaximum(_ facts: ConstraintFacts, of draft: ElementDraft) -> Bool {
    guard let text = facts.expression, text.hasSuffix(".empty()") else { return false }
    return draft.existingChild(String(text.dropLast(".empty()".count)))?.facts.maximum == 0
  }

  /// Whether a constraint of a snapshot is one of the type's own.
  func isInherited(_ facts: ConstraintFacts) -> Bool {
    if let source = facts.source, isCoreType(Canonical(source)) || schema.type(named: source) != nil { return true }
    // Different resources have constraints with the same key, and snapshots name a profile as the source of a type's own.
    return schema.invariants.contains { invariant in
      let owner = String(invariant.path.prefix { $0 != "." })
      let isOfResource = schema.type(named: owner).map { schema.types[$0].category == .resource } ?? false
      let isSame = facts.source == nil || facts.expression == invariant.expression
      return invariant.key == facts.key && isSame && (!isOfResource || owner == self.facts.type)
    }
  }

  private mutating func compile(
    _ facts: ConstraintFacts, path: String, type: TypeID, _ types: [TypeID] = [], variable: String? = nil
  ) -> ProfileConstraint? {
    var message = "expected the constraint \(facts.key) in FHIRPath, found none"
    if let text = facts.expression {
      do {
        let key = CompiledExpression.Key(text: text, type: type, types: types, variable: variable)
        let compiled = try expressions.answer(key) { () throws(FHIRPathError) in
          CompiledExpression(
            expression: try FHIRPathExpression(text, model: model, context: type, variable: variable),
            forms: FastForm.forms(of: text, schema: schema, contexts: types), gates: gates(of: text, in: type))
        }
        guard type.exists, let unknown = compiled.expression.unknownName else {
          return ProfileConstraint(facts, compiled)
        }
        let place = "column \(unknown.column): \(unknown.message)"
        message = "expected names of elements in the constraint \(facts.key), found at \(place)"
      } catch {
        message = "expected the constraint \(facts.key) to be evaluated, found at \(error)"
      }
    }
    addGap(.definitionUnusableConstraint, path, message, at: facts.place)
    return nil
  }

  private func gates(of expression: String, in type: TypeID) -> [PresenceGate] {
    guard type.exists, schema.types[type].category != .primitive else { return [.always] }
    let gates = try? PresenceGate.gates(of: expression) { name in schema.slot(of: type, named: name).map { 1 << $0 } }
    return gates ?? [.always]
  }

  /// Notes that the release has none of the elements that the contexts name; one of several may be of another release.
  mutating func checkContexts() {
    let contexts = facts.contexts
    guard !contexts.isEmpty, contexts.allSatisfy({ $0.kind == .element && hasElement($0.element) == false }) else {
      return
    }
    addGap(
      .definitionUnknownPath, facts.type,
      "expected a context that the release has, found \(contexts.map(\.expression).alternatives)", at: facts.place)
    facts.contexts = contexts.map { ExtensionContext(kind: .other, expression: $0.expression) }
  }

  mutating func contextPaths() -> [FHIRPathExpression] {
    facts.contexts.filter { $0.kind == .expression }.compactMap { context in
      do {
        return try FHIRPathExpression(context.expression, model: model)
      } catch {
        addGap(
          .definitionUnusableConstraint, facts.type,
          "expected the context '\(context.expression)' to be evaluated, found at \(error)", at: facts.place)
        return nil
      }
    }
  }

  mutating func contextInvariants() -> [ProfileConstraint] {
    facts.contextInvariants.compactMap { text in
      let constraint = ConstraintFacts(
        key: "context", human: text, expression: text, package: facts.package, place: facts.place)
      return compile(constraint, path: facts.type, type: .none, variable: "extension")
    }
  }

  /// Notes fixed values and patterns of types that the element does not have, and bindings of values without codes.
  mutating func checkTypes(ofValuesIn draft: ElementDraft, _ element: BaseElement) {
    let codes = draft.facts.types?.map(\.code) ?? element.types.map { schema.typeNames[$0] }
    let types = codes.compactMap { schema.type(named: $0) }
    // Of any type, or of that of another URL.
    guard !types.isEmpty, types.count == codes.count else { return }
    for name in draft.facts.values.members {
      let type = String(name.drop(while: \.isLowercase))
      let row = schema.type(named: type) ?? schema.type(named: type.prefix(1).lowercased() + type.dropFirst())
      let isOwn = row.map { row in types.contains { schema.isKind($0, of: row) || schema.isKind(row, of: $0) } }
      if isOwn != true {
        (draft.facts.values.fixed, draft.facts.values.pattern) = (nil, nil)
        addGap(.definitionUnknownPath, draft, "expected a value of a type of the element, found '\(name)'")
      }
    }
    let bindings = [draft.facts.binding].compactMap(\.self) + draft.facts.values.bindings
    guard bindings.contains(where: { binding($0, element) != nil }) else { return }
    // Published guides bind an extension as its own definition binds its value.
    let coded = schema.facts.bindable.union(["CodeableReference", "Extension"]).compactMap { schema.type(named: $0) }
    if !types.contains(where: { type in coded.contains { schema.isKind(type, of: $0) } }) {
      (draft.facts.binding, draft.facts.values.bindings) = (nil, [])
      addGap(
        .definitionUnusableConstraint, draft,
        "expected a binding of values with codes, found one of \(codes.alternatives)")
    }
  }

  mutating func values(of draft: ElementDraft) -> ValueAssertion? {
    let facts = draft.facts.values
    if facts.isEmpty { return nil }
    return ValueAssertion(
      facts, lowest: facts.lowest.flatMap { bound($0, ">=", draft) },
      highest: facts.highest.flatMap { bound($0, "<=", draft) })
  }

  private mutating func bound(_ value: KeptValue, _ comparison: String, _ draft: ElementDraft) -> ValueBound? {
    let node = DefinitionNode(value.tape, .root)
    if node["value"].flatMap(Self.number) != nil { return ValueBound(value: value, expression: nil) }
    if let literal = Self.literal(node),
      let expression = try? FHIRPathExpression("$this \(comparison) \(literal)", model: model)
    {
      return ValueBound(value: value, expression: expression)
    }
    addGap(
      .definitionUnusableConstraint, draft, "expected a bound that values can be compared with, found \(value.excerpt)")
    return nil
  }

  /// A number, a date or a time in FHIRPath's notation; `nil` for any other value.
  static func literal(_ node: DefinitionNode) -> String? { node.string.map(moment) ?? number(node) }

  private static func number(_ node: DefinitionNode) -> String? {
    // FHIRPath has no exponents, and definitions write no bound with one.
    [.integer, .decimal].contains(node.tape.tag(node.index)) ? node.lexeme : nil
  }

  private static func moment(_ text: String) -> String? {
    let isMoment = text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x3A) || "+-.TZ".utf8.contains($0) }
    guard isMoment, let first = text.utf8.first, first != UInt8(ascii: "T") else { return nil }
    let isTime = text.utf8.dropFirst(2).first == UInt8(ascii: ":")
    return isTime ? "@T\(text)" : text.utf8.contains(UInt8(ascii: "T")) ? "@\(text)" : "@\(text)T"
  }
}
