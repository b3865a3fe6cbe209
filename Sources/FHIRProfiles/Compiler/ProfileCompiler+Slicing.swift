import FHIRSchema
import FHIRPath
import FHIRTape

extension ProfileCompiler {
  /// The slicing of an element, by what tells the slices around it unless it says something else; `nil` for no assertions.
  mutating func slicing(
    of draft: ElementDraft, _ element: BaseElement, within outer: [SlicingFacts.Discriminator] = []
  ) -> Slicing? {
    // Closed without slices, it allows no value.
    if draft.slices.isEmpty, draft.facts.slicing?.rules != .closed { return nil }
    var facts = draft.facts.slicing ?? SlicingFacts(discriminators: [], rules: .open, isOrdered: false)
    if facts.discriminators.isEmpty { facts.discriminators = outer.isEmpty ? usualDiscriminators(of: element) : outer }
    if facts.discriminators.isEmpty, !draft.slices.isEmpty {
      addGap(
        .definitionAmbiguousSlices, draft.path, "expected a discriminator for its slices, found none",
        at: place(of: draft.isNamed ? draft : draft.slices[0]))
    }
    var slices: [ProfileSlice] = []
    for slice in draft.slices {
      if element.facts.isChoice, slice.facts.types == nil { slice.facts.types = types(named: slice, draft, element) }
      if let slice = self.slice(slice, facts, element) { slices.append(slice) }
    }
    if slices.isEmpty, !draft.slices.isEmpty { return nil }
    relate(&slices)
    checkDifferences(of: slices, draft, facts)
    // If some slice cannot be identified, a value in none of the others may be in that one.
    let isComplete = slices.count == draft.slices.count
    return Slicing(
      slices: slices, rules: isComplete ? facts.rules : .open, isOrdered: facts.isOrdered == true && isComplete,
      discriminators: facts.discriminators.map(\.path))
  }

  /// The default discriminators if no definition gives any: the url for extensions, the type for choices.
  private func usualDiscriminators(of element: BaseElement) -> [SlicingFacts.Discriminator] {
    if isExtension(element) { return [.init(kind: .value, path: "url")] }
    return element.facts.isChoice ? [.init(kind: .type, path: "$this")] : []
  }

  /// The types of a slice of a choice that states none: that of the form which it is named for, else those of the choice.
  private func types(named slice: ElementDraft, _ choice: ElementDraft, _ element: BaseElement) -> [TypeFacts]? {
    let member = slice.sliceName.flatMap { schema.member(named: $0, of: element.type) }
    guard let member, element.members.contains(member) else { return choice.facts.types }
    let code = schema.typeNames[Int(schema.members[member].type)]
    return choice.facts.types?.filter { $0.code == code } ?? [TypeFacts(code: code)]
  }

  func isExtension(_ element: BaseElement) -> Bool { element.types == [model.roles.extension] }

  private mutating func slice(_ draft: ElementDraft, _ facts: SlicingFacts, _ element: BaseElement) -> ProfileSlice? {
    checkMinimum(of: draft, element)
    let name = draft.wholeName ?? ""
    let count = Cardinality(minimum: draft.facts.minimum ?? 0, maximum: draft.facts.maximum ?? .max)
    let node = node(of: draft, type: element.valueType(types: draft.facts.types, schema), element: element)
    var tests: [SliceTest] = []
    missing = nil
    if name != "@default" {
      for discriminator in facts.discriminators {
        var own = self.tests(discriminator, draft, element)
        if own.isEmpty, let profile = draft.onlyProfile, let root = root(ofProfile: profile) {
          own = self.tests(discriminator, root, element)
        }
        tests += own
      }
      if tests.isEmpty {
        // Published definitions of DSTU2 name all further parts of an extension as a slice that may not be there.
        let isUnlimited = count.maximum >= element.facts.maximum ?? .max || count.maximum == 0 && isExtension(element)
        let isHarmless =
          nodes[node].assertsNothing && nodes[node].edges.isEmpty && count.minimum == 0 && isUnlimited
          && facts.rules != .closed
        if !isHarmless, let missing {
          addGap(
            .definitionMissingPart, draft,
            "expected the definition of '\(missing)', which tells its values apart, found none")
        } else if !isHarmless, !facts.discriminators.isEmpty {
          addGap(.definitionAmbiguousSlices, draft, "expected a statement which tells its values apart, found none")
        }
        return nil
      }
    }
    return ProfileSlice(
      name: name, count: count, tests: tests, node: node,
      slicing: slicing(of: draft, element, within: facts.discriminators),
      isMustSupport: draft.facts.isMustSupport ?? false)
  }

  // MARK: - Discriminators

  /// The tests that a discriminator gives for a slice; none if the slice asserts nothing about that path.
  private mutating func tests(
    _ discriminator: SlicingFacts.Discriminator, _ slice: ElementDraft, _ element: BaseElement
  ) -> [SliceTest] {
    var way = DiscriminatorWay(drafts: [slice])
    guard follow(path: discriminator.path, &way) else {
      addGap(
        .definitionAmbiguousSlices, slice,
        "expected a discriminator that can be followed, found '\(discriminator.path)'")
      return []
    }
    let checks = checks(discriminator.kind, &way, element)
    let tests = checks.map { SliceTest(path: discriminator.path, steps: way.steps, check: $0) }
    let isValue = discriminator.kind == .value || discriminator.kind == .pattern
    guard isValue, checks.allSatisfy(\.isExistence), let binding = way.binding else { return tests }
    return tests + [SliceTest(path: discriminator.path, steps: binding.steps, check: binding.check)]
  }

  /// The conditions on the values at the end of a path, which all have to hold.
  private func checks(
    _ kind: SlicingFacts.Discriminator.Kind, _ way: inout DiscriminatorWay, _ element: BaseElement
  ) -> [SliceCheck] {
    switch kind {
    case .value, .pattern:
      if let url = way.url { return [.text(KeptText(url))] }
      let checks = way.drafts.compactMap { valueCheck($0, depth: 0) }.filter { !way.steps.isEmpty || !$0.isExistence }
      if let check = checks.first(where: { !$0.isExistence }) { return [check] }
      // An element above may state the value.
      let stated = way.statedChecks
      return stated.isEmpty ? Array(checks.prefix(1)) : stated
    case .exists:
      // Each value is there itself, however many the slice asks for.
      if way.steps.isEmpty { return [] }
      if let check = way.drafts.lazy.compactMap(existence).first { return [check] }
      return way.stated.isEmpty ? [] : [.exists(true)]
    case .type: return [typeCheck(&way, element)].compactMap(\.self)
    case .profile: return [profileCheck(&way)].compactMap(\.self)
    // The position of a value shows nothing about its content.
    case .position: return []
    }
  }

  private func existence(_ draft: ElementDraft) -> SliceCheck? {
    if draft.facts.maximum == 0 { return .exists(false) }
    return draft.facts.minimum ?? 0 > 0 ? .exists(true) : nil
  }

  /// The condition on an element's value, from the slice's assertions about it or its children.
  private func valueCheck(_ draft: ElementDraft, depth: Int) -> SliceCheck? {
    if let fixed = draft.facts.values.fixed { return .fixed(fixed) }
    if let pattern = draft.facts.values.pattern { return .pattern(pattern) }
    var tests: [SliceTest] = []
    if depth < 8 {
      for child in draft.children {
        for form in [child] + child.slices.filter({ $0.facts.minimum ?? 0 > 0 }) {
          guard let check = valueCheck(form, depth: depth + 1), !check.isExistence else { continue }
          tests.append(SliceTest(path: child.name, steps: [.member(KeptText(Self.baseName(child.name)))], check: check))
        }
      }
    }
    if !tests.isEmpty { return .all(tests) }
    if let binding = requiredBinding(of: draft) { return .binding(binding) }
    return existence(draft)
  }

  /// The required binding of an element, by which a discriminator tells its values.
  func requiredBinding(of draft: ElementDraft) -> ProfileBinding? {
    guard let binding = draft.facts.binding, binding.strength == "required", let valueSet = binding.valueSet else {
      return nil
    }
    return ProfileBinding(valueSet: valueSet, isRequired: true, maximum: nil)
  }

  private func typeCheck(_ way: inout DiscriminatorWay, _ element: BaseElement) -> SliceCheck? {
    if let targets = way.targets { return typeCheck(targets) }
    guard let types = way.types else { return nil }
    // In the older form the type of a reference is that of its target.
    let reference = schema.typeNames[model.roles.reference]
    if types.allSatisfy({ $0.code == reference }), way.steps.isEmpty, !element.facts.isChoice {
      way.steps.append(.resolve)
      return typeCheck(types.flatMap(\.targets))
    }
    let rows = types.compactMap { schema.type(named: $0.code) }
    return rows.isEmpty ? nil : .types(rows, names: types.map(\.code))
  }

  private func typeCheck(_ targets: [Canonical]) -> SliceCheck? {
    let rows = targets.compactMap { url in coreType(url) ?? structure(url).flatMap { schema.type(named: $0.type) } }
    return rows.isEmpty ? nil : .types(rows, names: rows.map { schema.typeNames[$0] })
  }

  private func profileCheck(_ way: inout DiscriminatorWay) -> SliceCheck? {
    if let targets = way.targets { return targets.isEmpty ? nil : .profiles(targets) }
    guard let types = way.types else { return nil }
    let profiles = types.flatMap(\.profiles)
    if !profiles.isEmpty { return .profiles(profiles) }
    let targets = types.flatMap(\.targets)
    // All values of a type meet a type without a profile.
    if targets.isEmpty {
      return types.isEmpty ? nil : .profiles(types.map { Canonical(SchemaTable.definitionAddress + $0.code) })
    }
    way.steps.append(.resolve)
    return .profiles(targets)
  }

  // MARK: - Values that slices may have in common

  /// Notes for each slice which others are narrower, and which are its rivals; of very many, for the first ones.
  func relate(_ slices: inout [ProfileSlice]) {
    for one in slices.indices.prefix(100) where !slices[one].tests.isEmpty {
      for other in 0..<one where !slices[other].tests.isEmpty {
        let (tests, others) = (slices[one].tests, slices[other].tests)
        if tests.contains(where: { test in others.contains { excludes(test, $0) } }) { continue }
        let isNarrower = implies(tests, others)
        let (wide, narrow) = isNarrower ? (other, one) : (one, other)
        slices[wide].rivals.append(narrow)
        if isNarrower == implies(others, tests) {
          slices[narrow].rivals.append(wide)
        } else {
          slices[wide].narrower.append(narrow)
        }
      }
    }
  }

  /// Notes the slices for which all discriminators have the values that they have for a slice before.
  private mutating func checkDifferences(of slices: [ProfileSlice], _ draft: ElementDraft, _ facts: SlicingFacts) {
    // Snapshots of a release without names for slices lose what tells them apart: HL7's own of QICore.
    guard namesForms else { return }
    for (place, slice) in slices.enumerated() where !slice.tests.isEmpty {
      // One that says nothing of a discriminator, or no more than that it is there, may yet be told by it.
      let isStated = facts.discriminators.allSatisfy { part in
        slice.tests.contains { $0.path == part.path && (part.kind == .exists || !$0.check.isExistence) }
      }
      let twin = slice.rivals.first { other in
        other < place && implies(slice.tests, slices[other].tests) && implies(slices[other].tests, slice.tests)
      }
      guard isStated, let twin, let own = draft.slices.first(where: { $0.wholeName == slice.name }) else { continue }
      addGap(
        .definitionAmbiguousSlices, own,
        "expected a statement which tells its values from those of the slice '\(slices[twin].name)', found the same")
    }
  }

  /// Whether no value passes both tests. Longer paths lead to several values, and a list may have the items of both.
  private func excludes(_ test: SliceTest, _ other: SliceTest) -> Bool {
    guard test.path == other.path, test.steps.count < 2, other.steps.count < 2 else { return false }
    switch (test.check, other.check) {
    case (.text, .text), (.exists, .exists): return test.expectation != other.expectation
    case (.fixed(let one), .fixed(let other)), (.pattern(let one), .pattern(let other)):
      return !one.tape.isContainer(.root) && !one.contains(other)
    case (.types(let rows, _), .types(let others, _)):
      return !rows.contains { row in others.contains { schema.isKind(row, of: $0) || schema.isKind($0, of: row) } }
    default: return false
    }
  }

  private func implies(_ tests: [SliceTest], _ others: [SliceTest]) -> Bool {
    others.allSatisfy { other in tests.contains { implies($0, other) } }
  }

  private func implies(_ test: SliceTest, _ other: SliceTest) -> Bool {
    guard test.path == other.path else { return false }
    switch (test.check, other.check) {
    case (.fixed(let one), .pattern(let other)), (.pattern(let one), .pattern(let other)): return one.contains(other)
    case (.fixed(let one), .fixed(let other)): return one.contains(other) && other.contains(one)
    case (.types(let rows, _), .types(let others, _)):
      return rows.allSatisfy { row in others.contains { schema.isKind(row, of: $0) } }
    case (.all(let tests), .all(let others)): return implies(tests, others)
    case (.pattern, .fixed): return false
    default: return test.expectation == other.expectation
    }
  }

  static func baseName(_ name: String) -> String { name.hasSuffix("[x]") ? String(name.dropLast(3)) : name }
}

extension SliceCheck { fileprivate var isExistence: Bool { if case .exists = self { true } else { false } } }

extension KeptValue {
  func contains(_ other: KeptValue, isExact: Bool = false) -> Bool {
    JSONComparison(record: tape, definition: other.tape).fits(.root, .root, isExact: isExact)
  }
}
