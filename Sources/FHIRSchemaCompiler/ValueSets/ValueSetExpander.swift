/// Lists the codes of value sets from the definitions alone.
///
/// Where HL7's own expansions and the rules of the specification leave a choice, the wider list is taken, so that
/// a valid record is never called wrong: deprecated concepts stay in, since they are only discouraged. Abstract
/// concepts are left out of whole systems and hierarchies, since no record may use them, but a concept that a
/// value set lists by name stays in even when it is abstract.
package struct ValueSetExpander {
  private let valueSets: [String: PublishedValueSet]
  private let systems: [String: CodeSystem]

  package init(_ definitions: PublishedDefinitions) throws(CompilerError) {
    valueSets = definitions.valueSets
    var systems: [String: CodeSystem] = [:]
    for valueSet in definitions.valueSets.values {
      guard let published = valueSet.codeSystem else { continue }
      guard systems.updateValue(CodeSystem(published), forKey: published.system) == nil else {
        throw CompilerError("the code system \(published.system) is defined twice")
      }
    }
    self.systems = systems
  }

  /// Whether codes of a system differ by case; true for systems that are not defined here.
  package func isCaseSensitive(_ system: String) -> Bool { systems[system]?.caseSensitive ?? true }

  /// Whether an expansion has every code of a system; false for systems that are not defined here.
  package func isWhole(_ system: String, in expansion: Expansion) -> Bool {
    systems[system].map { Set(expansion[system]).isSuperset(of: $0.selectable) } ?? false
  }

  /// All codes of a value set.
  package func expand(_ url: String) throws(Unexpandable) -> Expansion {
    try expand(url, within: [])
  }

  private func expand(_ url: String, within outer: Set<String>) throws(Unexpandable) -> Expansion {
    guard let valueSet = valueSets[url] else { throw Unexpandable(description: "no value set \(url)") }
    guard !outer.contains(url) else { throw Unexpandable(description: "\(url) imports itself") }

    var result = Expansion()
    if let own = valueSet.codeSystem, let system = systems[own.system] {
      result.insert(system.selectable, in: own.system)
    }
    // The composition is a set of its own: it excludes from what it imports and includes.
    var composed = Expansion()
    // In DSTU2 an import adds codes, also beside an include.
    for imported in valueSet.compose?.import ?? [] {
      composed.insert(try expand(imported, within: outer.union([url])))
    }
    for include in valueSet.compose?.include ?? [] {
      composed.insert(try codes(include, selectable: true), in: include.system)
    }
    for exclude in valueSet.compose?.exclude ?? [] {
      composed.remove(Set(try codes(exclude, selectable: false)), in: exclude.system)
    }
    result.insert(composed)
    guard !result.systems.isEmpty else { throw Unexpandable(description: "no codes") }
    return result
  }

  private func codes(_ include: PublishedValueSet.Include, selectable: Bool) throws(Unexpandable) -> [String] {
    if let listed = include.concept, !listed.isEmpty { return listed.map(\.code) }
    guard let system = systems[include.system] else {
      throw Unexpandable(description: "no code system \(include.system)")
    }
    var result = selectable ? system.selectable : system.codes
    for filter in include.filter ?? [] {
      let isMember = try members(filter, system, include.system)
      result.removeAll { !isMember($0) }
    }
    return result
  }

  private func members(
    _ filter: PublishedValueSet.Filter, _ system: CodeSystem, _ url: String
  ) throws(Unexpandable) -> (String) -> Bool {
    guard filter.property == "concept" || filter.property == "code" else {
      throw Unexpandable(description: "filter on \(filter.property) of \(url)")
    }
    switch filter.op {
    case "is-a", "is-not-a":
      guard let below = system.closure(of: filter.value) else {
        throw Unexpandable(description: "no code \(filter.value) in \(url)")
      }
      let wanted = filter.op == "is-a"
      return { below.contains($0) == wanted }
    case "=":
      return { $0 == filter.value }
    case "in", "not-in", "not in":
      let list = Set(filter.value.split(separator: ",").map { String($0.drop { $0 == " " }) })
      let wanted = filter.op == "in"
      return { list.contains($0) == wanted }
    default:
      throw Unexpandable(description: "filter \(filter.op) on \(url)")
    }
  }
}
