/// Lists the codes of value sets from the definitions alone.
///
/// Where HL7's expansions and the rules of the specification leave a choice, the expander takes the wider list, so that
/// a valid record is never reported as wrong: deprecated concepts are included, because they are only discouraged.
/// Abstract concepts are excluded from whole systems and hierarchies, because no record may use them, but a concept
/// that a value set lists by name is included even if it is abstract.
package struct ValueSetExpander {
  private let valueSets: [String: PublishedValueSet]
  private let systems: [String: PublishedCodeSystem]
  private let published: PublishedExpansions?

  package init(_ definitions: PublishedDefinitions) {
    valueSets = definitions.valueSets
    systems = definitions.codeSystems.filter(\.value.isComplete)
    published = definitions.expansions
  }

  /// Whether codes of a system differ by case; true for systems that are not defined here.
  package func isCaseSensitive(_ system: String) -> Bool { systems[system]?.caseSensitive ?? true }

  /// The version that the definition of a value set states or, where there is only a published expansion, that one.
  func version(of url: String) -> String? { valueSets[url].map(\.version) ?? published?.version(of: url) }

  /// Whether an expansion has every code of a system; false for systems that are not defined here.
  package func isWhole(_ system: String, in expansion: Expansion) -> Bool {
    systems[system].map { Set(expansion[system]).isSuperset(of: $0.selectable) } ?? false
  }

  /// All codes of a value set: from the definitions or, if these lack some of it, from the published expansion.
  package func expand(_ url: String) throws(Unexpandable) -> Expansion {
    do throws(Unexpandable) {
      return try expand(url, within: [])
    } catch {
      guard let published = published?.codes(of: url) else { throw error }
      var result = Expansion()
      for (system, code) in published { result.insert([code], in: system) }
      return result
    }
  }

  private func expand(_ url: String, within outer: Set<String>) throws(Unexpandable) -> Expansion {
    guard let valueSet = valueSets[url] else { throw Unexpandable(description: "no value set \(url)") }
    guard !outer.contains(url) else { throw Unexpandable(description: "\(url) imports itself") }

    var result = Expansion()
    if let own = valueSet.codeSystem, let system = systems[own.url] { result.insert(system.selectable, in: own.url) }
    // The composition is a separate set: it excludes codes from what it includes.
    var composed = Expansion()
    for include in valueSet.includes {
      composed.insert(try codes(include, selectable: true, within: outer.union([url])))
    }
    for exclude in valueSet.excludes {
      let codes = try codes(exclude, selectable: false, within: outer.union([url]))
      for system in codes.systems { composed.remove(Set(codes[system]), in: system) }
    }
    result.insert(composed)
    guard !result.systems.isEmpty else { throw Unexpandable(description: "no codes") }
    return result
  }

  /// The codes of one part of a composition: those of its system that are in all its value sets.
  private func codes(
    _ include: PublishedValueSet.Include, selectable: Bool, within outer: Set<String>
  ) throws(Unexpandable) -> Expansion {
    var sets: [Expansion] = []
    if let system = include.system {
      var codes = Expansion()
      codes.insert(try self.codes(of: system, include, selectable: selectable), in: system)
      sets.append(codes)
    }
    for url in include.valueSets { sets.append(try expand(url, within: outer)) }
    guard var result = sets.first else { throw Unexpandable(description: "a part with neither system nor value set") }
    for other in sets.dropFirst() {
      for system in result.systems { result.remove(Set(result[system]).subtracting(other[system]), in: system) }
    }
    return result
  }

  private func codes(
    of url: String, _ include: PublishedValueSet.Include, selectable: Bool
  ) throws(Unexpandable) -> [String] {
    if let listed = include.codes { return listed }
    guard let system = systems[url] else { throw Unexpandable(description: "no code system \(url)") }
    var result = selectable ? system.selectable : system.codes
    for filter in include.filters {
      let isMember = try members(filter, system, url)
      result.removeAll { !isMember($0) }
    }
    return result
  }

  private func members(
    _ filter: PublishedValueSet.Filter, _ system: PublishedCodeSystem, _ url: String
  ) throws(Unexpandable) -> (String) -> Bool {
    guard filter.property == "concept" || filter.property == "code" else {
      throw Unexpandable(description: "filter on \(filter.property) of \(url)")
    }
    switch filter.op {
    case "is-a", "is-not-a", "descendent-of":
      guard let below = system.closure(of: filter.value) else {
        throw Unexpandable(description: "no code \(filter.value) in \(url)")
      }
      if filter.op == "descendent-of" { return { $0 != filter.value && below.contains($0) } }
      let wanted = filter.op == "is-a"
      return { below.contains($0) == wanted }
    case "=": return { $0 == filter.value }
    case "in", "not-in", "not in":
      let list = Set(filter.value.split(separator: ",").map { String($0.drop { $0 == " " }) })
      let wanted = filter.op == "in"
      return { list.contains($0) == wanted }
    default: throw Unexpandable(description: "filter \(filter.op) on \(url)")
    }
  }
}

/// The codes of a value set, by system, both in order of first occurrence.
package struct Expansion: Hashable, Sendable {
  package private(set) var systems: [String] = []
  private var codes: [String: [String]] = [:]
  private var members: [String: Set<String>] = [:]

  package subscript(system: String) -> [String] { codes[system] ?? [] }

  package var count: Int { codes.values.reduce(0) { $0 + $1.count } }

  package mutating func insert(_ new: [String], in system: String) {
    if members[system] == nil { systems.append(system) }
    for code in new where members[system, default: []].insert(code).inserted { codes[system, default: []].append(code) }
  }

  mutating func insert(_ other: Expansion) { for system in other.systems { insert(other[system], in: system) } }

  mutating func remove(_ old: Set<String>, in system: String) {
    members[system]?.subtract(old)
    codes[system]?.removeAll(where: old.contains)
    if codes[system]?.isEmpty == true {
      systems.removeAll { $0 == system }
      members[system] = nil
      codes[system] = nil
    }
  }
}

/// Why a value set has no list of codes. This is not a fault: the schema contains the reason in place of the codes.
package struct Unexpandable: Error, Hashable, CustomStringConvertible { package let description: String }

/// A value set that a binding needs, with its codes or the reason why there are none.
package struct SchemaValueSet: Sendable {
  package let url: String
  /// Its version, `nil` for that of the release.
  package let version: String?
  package let expansion: Result<Expansion, Unexpandable>
  /// Systems whose codes match without regard to case.
  package let caseInsensitiveSystems: Set<String>
  /// Systems that have, or may have, codes outside the set: systems whose codes the definitions do not list.
  package let openSystems: Set<String>

  package init(_ url: String, _ expander: ValueSetExpander, release: String? = nil) {
    self.url = url
    version = release.flatMap { release in expander.version(of: url).flatMap { $0 == release ? nil : $0 } }
    expansion = Result { () throws(Unexpandable) in try expander.expand(url) }
    let codes = (try? expansion.get()) ?? Expansion()
    caseInsensitiveSystems = Set(codes.systems.filter { !expander.isCaseSensitive($0) })
    openSystems = Set(codes.systems.filter { !expander.isWhole($0, in: codes) })
  }

  package var name: String { Binding.name(ofValueSet: url) }
  /// The name of its file: the id, or the last part of a URL that is not HL7's.
  package var fileName: String { lastPathComponent(name) }
}
