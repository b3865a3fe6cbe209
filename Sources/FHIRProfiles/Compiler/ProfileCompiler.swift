import FHIRFindings
import FHIRPath
package import FHIRSchema

/// Compiles a profile: reduces its definition and those of its bases to what the base type does not assert.
struct ProfileCompiler {
  struct NodeDraft {
    var path: String
    var form: String?
    var type = TypeID.none
    var edges: [ProfileEdge] = []
    var value: ValueAssertion?
    var types: TypeAssertion?
    var bindings: [ProfileBinding] = []
    var constraints: [ProfileConstraint] = []

    /// What it costs to judge a value, if it has to be judged at all.
    var effort: ProfileEdge.Effort {
      let hasEasyTypes = types.map { $0.profiles.isEmpty && $0.targets.isEmpty && $0.places == nil } ?? true
      guard edges.isEmpty, value == nil, bindings.isEmpty, constraints.allSatisfy(\.isFast) else { return .much }
      if hasEasyTypes { return !constraints.isEmpty ? .plain : types == nil ? .count : .little }
      guard constraints.isEmpty else { return .much }
      return types.map { $0.names.count == 1 && !$0.targets.isEmpty && $0.profiles.isEmpty } ?? false ? .target : .much
    }

    /// Whether it makes no assertion about a value as a whole but its type, and codes in it.
    var ignoresItself: Bool { value == nil && constraints.isEmpty && types?.profiles.isEmpty ?? true }

    /// The types, of some, that a value may have, with the fast forms of all constraints on it.
    func forms(_ types: [TypeID]) -> [(type: TypeID, form: Unmanaged<FastForm>?)] {
      let types = types.filter { self.types?.allowed?.contains($0) ?? true }
      if constraints.isEmpty { return types.map { ($0, nil) } }
      return types.flatMap { type -> [(type: TypeID, form: Unmanaged<FastForm>?)] in
        let forms = constraints.compactMap { $0.form(for: type) }
        return forms.count < constraints.count ? [] : forms.map { (type, Unmanaged.passUnretained($0)) }
      }
    }

    var assertsNothing: Bool { value == nil && types == nil && bindings.isEmpty && constraints.isEmpty }
  }

  let schema: SchemaTable
  let model: FHIRPathModel
  let structure: (Canonical) -> StructureFacts?
  /// Whether a value set has all codes of another one; `nil` where that cannot be told.
  let includes: (_ set: Canonical, _ other: Canonical) -> Bool?
  var facts: StructureFacts
  /// Whether forms of a choice are slices of the same name: in the newer form, where only slices have names.
  lazy var namesForms =
    schema.type(named: "ElementDefinition").map { schema.member(named: "sliceName", of: $0) != nil } ?? false
  let keepsMustSupport: Bool
  let expressions: SharedMemo<CompiledExpression.Key, CompiledExpression>
  var gaps: [ProfileFault] = []
  var loosenedTypes: [ProfileFault] = []
  /// The profiles that values must meet, each with the fault that it is if it is not available.
  var parts: [(url: Canonical, fault: ProfileFault)] = []
  /// The profile that was looked up last for what tells a slice, and is not available.
  var missing: Canonical?
  var nodes: [NodeDraft] = []
  /// The nodes of elements that other elements refer to, by the draft.
  var numbers: [ObjectIdentifier: Int] = [:]
  var labels: [String: ElementDraft] = [:]
  var trees: [Canonical: ElementTree] = [:]
  /// The nesting of the elements being compiled, including elements whose content is reused.
  var depth = 0
  /// The largest number of definitions in a chain of refinements, and of nodes of a profile.
  static let (longestChain, mostNodes) = (50, 20_000)

  consuming func compile() throws(ProfileFault) -> Profile {
    if facts.isSpecialisation {
      throw fault(.definitionUnknownPath, "expected a profile of a type, found the definition of a new type")
    }
    guard let type = schema.type(named: facts.type) else {
      throw fault(.definitionUnknownPath, "expected a profile of a type of the release, found '\(facts.type)'")
    }
    let chain = try chain(of: facts)
    let (tree, loosened) = try comparedTree(of: chain)
    if schema.facts.reusesProfiledContent {
      labels = tree.labels
      addContentReferences(below: tree.root, type)
    }
    checkContentReferences(tree.labels)
    _ = node(of: tree.root, type: type, element: nil)
    guard nodes.count <= Self.mostNodes else {
      throw fault(.definitionUnreadable, "expected at most \(Self.mostNodes) elements, found more")
    }
    checkContexts()
    let (invariants, paths) = (contextInvariants(), contextPaths())
    facts.imposed += loosened.bases
    let ofTypes = loosenedTypes.filter { fault in
      !loosened.faults.contains { $0.range == fault.range && $0.file == fault.file }
    }
    let types = facts.contexts.map { $0.type(schema, model.roles) }.filter { $0.exists }
    return Profile(
      facts, type: type, nodes: finished(), isModifier: chain.lazy.compactMap(\.isModifier).first ?? false,
      maximum: tree.root.facts.maximum ?? .max, contextTypes: types, contextInvariants: invariants, contextPaths: paths,
      gaps: gaps, loosened: loosened.faults + ofTypes, parts: parts)
  }

  func fault(_ rule: Rule, _ message: String) -> ProfileFault {
    ProfileFault(rule, facts.url, "", message, at: facts.place)
  }

  mutating func addGap(_ rule: Rule, _ path: String, _ message: String, at place: DefinitionPlace?) {
    let gap = ProfileFault(rule, facts.url, path, message, at: place)
    if gaps.count < 1_000, !gaps.contains(gap) { gaps.append(gap) }
  }

  mutating func addGap(_ rule: Rule, _ draft: ElementDraft, _ message: String) {
    addGap(rule, draft.path, message, at: place(of: draft))
  }

  /// Where an element is stated; for one that is only on the way to others that are not built in, where the profile is.
  func place(of draft: ElementDraft) -> DefinitionPlace? {
    draft.isNamed ? draft.facts.place : draft.isOfCaller ? facts.place : nil
  }

  // MARK: - Definitions

  /// A definition and those that it refines, up to a snapshot or to a type of the release.
  func chain(of facts: StructureFacts) throws(ProfileFault) -> [StructureFacts] {
    var chain = [facts]
    while let last = chain.last, !last.isSnapshot, let base = last.base, !isCoreType(base) {
      guard chain.count < Self.longestChain, !chain.dropLast().contains(where: { $0.url == last.url }) else {
        throw fault(
          .definitionMissingBase, "expected an end of the bases, found a circle, or more than \(Self.longestChain)")
      }
      guard let definition = structure(base) else {
        throw fault(.definitionMissingBase, "expected the definition of the base '\(base)', found none")
      }
      guard definition.type == facts.type || isKind(facts.type, of: definition.type) else {
        throw fault(
          .definitionMissingBase, "expected a base about '\(facts.type)', found '\(base)' about '\(definition.type)'")
      }
      chain.append(definition)
    }
    if let base = chain[chain.count - 1].base, let type = coreType(base).map({ schema.typeNames[$0] }),
      !isKind(facts.type, of: type), !isKind(type, of: facts.type)
    {
      throw fault(.definitionMissingBase, "expected a base about '\(facts.type)', found '\(base)' about '\(type)'")
    }
    return chain
  }

  func tree(of chain: [StructureFacts]) throws(ProfileFault) -> ElementTree {
    let facts = chain[0]
    var tree = ElementTree(type: facts.type)
    for definition in chain.reversed() { try tree.add(definition.elements, of: facts.url) }
    return tree
  }

  func isCoreType(_ name: Canonical) -> Bool { coreType(name) != nil }
  func coreType(_ name: Canonical) -> TypeID? { schema.type(ofDefinition: name.url) }

  private func isKind(_ type: String, of base: String) -> Bool {
    guard let row = schema.type(named: type), let other = schema.type(named: base) else { return false }
    return schema.isKind(row, of: other)
  }

  /// Whether the release has an element with a path; `nil` for one of a type that it does not have, and below several.
  func hasElement(_ path: Substring) -> Bool? {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // Such as that of an expression: `Observation.value.ofType(Quantity)`.
    let isPath = path.allSatisfy { $0.isLetter || $0.isNumber || "._-[]/:*".contains($0) }
    guard isPath else { return false }
    var type = schema.type(named: names[0]) ?? TypeID.none
    for name in names.dropFirst() {
      guard type.exists, schema.types[type].category != .abstractResource else { return nil }
      if schema.types[type].category == .primitive { type = model.roles.element }
      if let slot = schema.slot(of: type, named: name.hasSuffix("[x]") ? String(name.dropLast(3)) : name) {
        let types = BaseElement(schema, type: type, slot: slot).types
        type = types.count == 1 ? types[0] : TypeID.none
      } else if let member = schema.member(named: name, of: type) {
        type = schema.members[member].typeID
      } else {
        return false
      }
    }
    return names.count > 1 || type.exists ? true : nil
  }

  // MARK: - Pruning

  /// Whether an edge makes an assertion even if its values have none.
  private func isOfUse(_ edge: ProfileEdge) -> Bool {
    edge.count != Cardinality() || edge.slicing != nil || keepsMustSupport && edge.isMustSupport
  }

  /// The nodes, without those that neither have nor lead to assertions.
  private func finished() -> [ProfileNode] {
    var useful = nodes.map { !$0.assertsNothing || $0.edges.contains(where: isOfUse) }
    useful[0] = true
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      // Backwards, because most elements precede their children.
      for number in nodes.indices.reversed() where !useful[number] {
        if nodes[number].edges.contains(where: { useful[$0.node] }) {
          useful[number] = true
          hasChanged = true
        }
      }
    }
    func effort(_ edge: ProfileEdge) -> ProfileEdge.Effort {
      edge.slicing != nil ? .much : useful[edge.node] ? nodes[edge.node].effort : .count
    }
    func ignoresAmount(_ node: NodeDraft) -> Bool {
      node.ignoresItself
        && node.edges.allSatisfy { schema.elements[$0.element].baseName != "value" || effort($0) == .count }
    }
    return nodes.map { node in
      var node = node
      node.edges.removeAll { !useful[$0.node] && !isOfUse($0) }
      for (place, edge) in node.edges.enumerated() {
        node.edges[place].effort = effort(edge)
        if [.little, .plain].contains(node.edges[place].effort) {
          node.edges[place].forms = nodes[edge.node].forms(BaseElement(schema, type: node.type, slot: edge.slot).types)
        }
        node.edges[place].ignoresAmount =
          ignoresAmount(nodes[edge.node])
          && edge.slicing.map { slicing in
            slicing.isByType && slicing.slices.allSatisfy { $0.slicing == nil && ignoresAmount(nodes[$0.node]) }
          } ?? true
      }
      return ProfileNode(node)
    }
  }
}

extension SchemaTable {
  package static let definitionAddress = "http://hl7.org/fhir/StructureDefinition/"

  /// The row of the type whose own definition has a url, without a version or with one of the release; `nil` for any other.
  package func type(ofDefinition url: String) -> TypeID? {
    guard url.utf8.starts(with: Self.definitionAddress.utf8) else { return nil }
    let url = ProfileURL(url)
    guard url.means(version: release.version) || url.version.map(release.has) ?? true else { return nil }
    return type(named: String(Substring(url.address.utf8.dropFirst(Self.definitionAddress.utf8.count))))
  }
}
