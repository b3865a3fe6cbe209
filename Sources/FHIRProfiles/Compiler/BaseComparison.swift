import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRTape

extension ProfileCompiler {
  /// What definitions allow although their bases forbid it, and those bases.
  struct Loosened {
    var bases: [Canonical] = []
    var faults: [ProfileFault] = []
  }

  /// The elements of a chain of definitions as a tree, and what each of them allows although its base forbids it. A
  /// record that conforms to a profile conforms to its base, so these bases are to be judged, too. A snapshot states
  /// the loosened values, so definitions are compared up to a type of the release, as far as they are available: where
  /// the chain ends before, in a second tree. From that one come the elements that a snapshot lacks.
  func comparedTree(of chain: [StructureFacts]) throws(ProfileFault) -> (tree: ElementTree, loosened: Loosened) {
    var all = chain
    while let base = all[all.count - 1].base, !isCoreType(base), all.count < Self.longestChain,
      let next = structure(base), !all.contains(where: { $0.url == next.url })
    {
      all.append(next)
    }
    var (tree, loosened) = (ElementTree(type: facts.type), Loosened())
    if all.count == chain.count {
      try combine(chain, in: &tree, &loosened)
    } else {
      tree = try self.tree(of: chain)
      var other = ElementTree(type: facts.type)
      try? combine(all, in: &other, &loosened)
      tree.root.addLacking(of: other.root)
    }
    // What a base imposes, it imposes on all that conform to it.
    loosened.bases += all.dropFirst().flatMap(\.imposed)
    return (tree, loosened)
  }

  /// Notes what a profile allows about an element although its type forbids it: records are judged by the type, too.
  mutating func compare(_ draft: ElementDraft, with element: BaseElement) {
    guard let place = place(of: draft) else { return }
    let type = element.facts
    var (base, own) = (ElementFacts(path: draft.path), draft.facts)
    (base.minimum, base.maximum) = (type.minimum, type.maximum)
    base.binding = type.binding.map { BindingFacts(strength: $0.strength.rawValue) }
    base.types = type.types.flatMap { use in
      use.arguments.map { TypeFacts(code: use.name, targets: [Canonical(SchemaTable.definitionAddress + $0)]) }
    }
    own.types = own.types?.filter { type in !type.targets.isEmpty && base.types!.contains { $0.code == type.code } }
    for case (let expected, let found?) in loosened(base, own) {
      let message = "expected \(expected), as the type '\(schema.typeNames[element.type])' has it, found \(found)"
      loosenedTypes.append(ProfileFault(.definitionLoosenedBase, facts.url, draft.path, message, at: place))
    }
    checkMinimum(of: draft, element)
  }

  /// Notes a minimum that is above its maximum, or above that of the type.
  mutating func checkMinimum(of draft: ElementDraft, _ element: BaseElement) {
    let most = min(draft.facts.maximum ?? .max, element.facts.maximum ?? .max)
    guard let minimum = draft.facts.minimum, minimum > most else { return }
    addGap(.definitionUnusableConstraint, draft, "expected a minimum of at most \(most), found \(minimum)")
  }

  private func combine(
    _ chain: [StructureFacts], in tree: inout ElementTree, _ loosened: inout Loosened
  ) throws(ProfileFault) {
    for place in chain.indices.reversed() {
      let definition = chain[place]
      guard place + 1 < chain.count else {
        try tree.add(definition.elements, of: facts.url)
        continue
      }
      let base = chain[place + 1]
      let snapshot = definition.isSnapshot ? Statements(definition) : nil
      var (faults, isOpen) = (loosened.faults, false)
      defer {
        if isOpen || faults.count > loosened.faults.count { loosened.bases.append(base.canonical) }
        loosened.faults = faults
      }
      try tree.add(definition.elements, of: facts.url) { known, element, isAdded in
        var found = self.loosened(known, element)
        if let snapshot {
          found += droppedValues(known, element, from: snapshot) + droppedConstraints(known, from: snapshot)
        }
        if isAdded { found.append(("no slices but those of the base", "the slice '\(element.name ?? "")'")) }
        isOpen = isOpen || found.contains { $0.found == nil }
        for case (let expected, let found?) in found where faults.count < 1_000 {
          let message = "expected \(expected), as the base '\(base.url)' has it, found \(found)"
          faults.append(
            ProfileFault(
              .definitionLoosenedBase, definition.url, element.id ?? element.path, message, at: element.place))
        }
      }
    }
  }

  /// What a base demands, and what is allowed beyond it; `nil` if it cannot be told whether anything is.
  private typealias Difference = (expected: String, found: String?)

  private func loosened(_ base: ElementFacts, _ element: ElementFacts) -> [Difference] {
    var found: [Difference] = []
    if let least = base.minimum, let minimum = element.minimum, minimum < least {
      found.append(("at least \(least)", "\(minimum)"))
    }
    if let most = base.maximum, let maximum = element.maximum, maximum > most {
      found.append(("at most \(most)", maximum == .max ? "*" : "\(maximum)"))
    }
    if let most = base.values.maximumLength, let length = element.values.maximumLength, length > most {
      found.append(("at most \(most) characters", "\(length)"))
    }
    for (word, sign, other, own) in [
      ("least", ">=", base.values.lowest, element.values.lowest),
      ("most", "<=", base.values.highest, element.values.highest),
    ] {
      guard let other, let own else { continue }
      let isWithin = compares(own, sign, other)
      if isWithin != true { found.append(("at \(word) \(other.excerpt)", isWithin == nil ? nil : own.excerpt)) }
    }
    if let fixed = base.values.fixed, let value = element.values.fixed, !value.contains(fixed, isExact: true) {
      found.append(("the fixed value \(fixed.excerpt)", value.excerpt))
    }
    if let pattern = base.values.pattern, let value = element.values.fixed ?? element.values.pattern,
      !value.contains(pattern)
    {
      found.append(("the pattern \(pattern.excerpt)", value.excerpt))
    }
    for (own, other, order) in [
      (element.binding?.strength, base.binding?.strength, ["required", "extensible"]),
      (element.slicing?.rules.rawValue, base.slicing?.rules.rawValue, ["closed", "openAtEnd"]),
    ] {
      guard let own, let other, let place = order.firstIndex(of: other), !order[...place].contains(own) else {
        continue
      }
      found.append(("'\(other)'", "'\(own)'"))
    }
    if base.slicing?.isOrdered == true, element.slicing?.isOrdered == false {
      found.append(("slices in order", "slices in any order"))
    }
    if let own = element.binding?.demanded, let binding = base.binding {
      for set in own.isEmpty && binding.strength == "required" ? [] : binding.demanded
      where !own.contains(where: { $0.url == set.url }) {
        let answers = own.map { includes(set, $0) }
        if answers.contains(true) { continue }
        let other = own.isEmpty ? "any codes" : "those of \(own.alternatives)"
        found.append(("codes of \(set)", answers.contains(nil) ? nil : other))
      }
    }
    return found + (types(base, element).map { [$0] } ?? [])
  }

  /// What a snapshot does not repeat of the values that its base states, though it lists all that holds.
  private func droppedValues(_ base: ElementFacts, _ element: ElementFacts, from snapshot: Statements) -> [Difference] {
    let (values, path) = (base.values, element.path)
    if values.isEmpty || element.maximum == 0 || snapshot.values.contains(path) { return [] }
    let stated = snapshot.limits[path] ?? ValueFacts()
    let limits = [
      values.fixed.map { "the fixed value \($0.excerpt)" }, values.pattern.map { "the pattern \($0.excerpt)" },
      stated.maximumLength == nil ? values.maximumLength.map { "at most \($0) characters" } : nil,
      stated.lowest == nil ? values.lowest.map { "at least \($0.excerpt)" } : nil,
      stated.highest == nil ? values.highest.map { "at most \($0.excerpt)" } : nil,
    ]
    // A choice with fewer types may have none left to which they apply.
    let codes = base.types?.map(\.code)
    let hasSameTypes = codes == nil || codes == element.types?.map(\.code)
    return limits.compactMap(\.self).map { ($0, hasSameTypes ? "none" : nil) }
  }

  private func droppedConstraints(_ base: ElementFacts, from snapshot: Statements) -> [Difference] {
    // A base from another package may be of another version than the one that the snapshot was made from.
    base.constraints.filter { constraint in
      !constraint.isWarning && constraint.package == snapshot.package && constraint.expression ?? "true" != "true"
        && snapshot.constraints[constraint.key] != true && !(constraint.mayBeInherited && isInherited(constraint))
    }.map { ("the constraint \($0.key)", snapshot.constraints[$0.key] == nil ? "none" : "'true'") }
  }

  /// Whether a bound has a relation to another one; `nil` if they cannot be compared.
  private func compares(_ own: KeptValue, _ sign: String, _ other: KeptValue) -> Bool? {
    let (value, bound) = (DefinitionNode(own.tape, .root), DefinitionNode(other.tape, .root))
    if let order = ProfileJudge.order(value, bound) { return sign == ">=" ? order >= 0 : order <= 0 }
    let texts = [value, bound].compactMap(Self.literal)
    let expression = try? FHIRPathExpression(texts.joined(separator: " \(sign) "), model: model)
    guard let expression, texts.count == 2 else { return nil }
    var evaluator = FHIRPathEvaluator()
    let node = JudgedItem(value: .root, type: .none).node
    return try? evaluator.evaluateBoolean(expression, over: own.tape, at: node, resource: node, root: node)
  }

  /// The first type, profile or target that a definition allows although its base forbids it.
  private func types(_ base: ElementFacts, _ element: ElementFacts) -> Difference? {
    guard let known = base.types, !known.isEmpty, let types = element.types else { return nil }
    for type in types {
      guard let row = schema.type(named: type.code) else { continue }
      let same = known.filter { schema.type(named: $0.code).map { schema.isKind(row, of: $0) } ?? true }
      if same.isEmpty { return ("the type \(known.map(\.code).alternatives)", type.code) }
      for (word, urls, own) in [
        ("profile", same.map(\.profiles), type.profiles), ("target", same.map(\.targets), type.targets),
      ] where !urls.contains(where: \.isEmpty) {
        let allowed = urls.flatMap(\.self)
        var other = own.isEmpty ? "any" : own.first { url in !allowed.contains { conforms(url, to: $0) } }?.url
        if schema.facts.demandsAllProfiles, !own.isEmpty {
          let keepsAll = urls.contains { $0.allSatisfy { url in own.contains { conforms($0, to: url) } } }
          other = keepsAll ? nil : own.alternatives
        }
        if let other { return ("the \(word) \(allowed.alternatives)", other) }
      }
      for (codes, own) in [(same.map(\.aggregation), type.aggregation), (same.map(\.versioning), type.versioning)]
      where !codes.contains(where: \.isEmpty) {
        let allowed = codes.flatMap(\.self)
        if own.isEmpty || !own.allSatisfy(allowed.contains) {
          return ("a target that is \(allowed.alternatives)", own.isEmpty ? "any" : own.alternatives)
        }
      }
    }
    return nil
  }

  /// Whether all that meets one profile meets another, as far as the definitions are available; `true` beyond.
  private func conforms(_ name: Canonical, to other: Canonical) -> Bool {
    var (name, count) = (name, 0)
    let (address, wanted) = (ProfileURL(other.url).address, coreType(other))
    while ProfileURL(name.url).address != address {
      if let row = coreType(name) { return wanted.map { schema.isKind(row, of: $0) } ?? false }
      guard let next = structure(name), let base = next.base, count < Self.longestChain else { return true }
      (name, count) = (base, count + 1)
    }
    return true
  }
}

/// What a definition states of any of its elements or slices, by their paths and the keys of constraints.
private struct Statements {
  let package: Int
  /// The paths of the elements that have a fixed value or a pattern, themselves or below.
  var values: Set<String> = []
  var limits: [String: ValueFacts] = [:]
  /// The keys of constraints, each with whether some constraint of that key is not just `true`.
  var constraints: [String: Bool] = [:]

  init(_ definition: StructureFacts) {
    package = definition.package
    for element in definition.elements {
      if element.values.fixed != nil || element.values.pattern != nil {
        var path = element.path[...]
        while values.insert(String(path)).inserted, let dot = path.lastIndex(of: ".") { path = path[..<dot] }
      }
      if !element.values.isEmpty { limits[element.path, default: ValueFacts()].refine(by: element.values) }
      for constraint in element.constraints {
        constraints[constraint.key] = constraints[constraint.key] == true || constraint.expression != "true"
      }
    }
  }
}
