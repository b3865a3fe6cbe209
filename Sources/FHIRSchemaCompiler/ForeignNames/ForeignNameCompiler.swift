import FHIRSchema

/// Lists the names that other releases have where this one has none.
package struct ForeignNameCompiler {
  package static let file = "foreign-names.txt"
  /// The releases that a line may name, the oldest first.
  package static let releases = ["DSTU1"] + FHIRRelease.compiled.map(\.rawValue)

  /// The names of the release that the others are foreign to.
  let own: ElementNames
  let release: String
  /// The names of the other releases whose definitions are available.
  let foreign: [String: ElementNames]
  /// Facts about foreign names, kept by hand.
  let counterparts: CounterpartTable
  /// The same for other releases, for which the names of this one are foreign.
  var theirs: [String: CounterpartTable] = [:]
  /// The releases that are like another, each with that one: of a name that both have only the other is named, and
  /// counterparts in the other hold in both.
  var likes: [String: String] = [:]

  /// The lines, sorted by type and name, as the look-up needs them.
  package func text() throws(CompilerError) -> String {
    var names: [Key: Facts] = [:]
    for (release, elements) in foreign {
      for key in derived(from: elements) { names[key, default: Facts()].releases.insert(release) }
    }
    for (release, table) in theirs {
      for (key, counterpart) in inverted(table) where names[key]?.releases.contains(release) == true {
        names[key]?.counterpart = counterpart
      }
    }
    var stated: [Key: String] = [:]
    for entry in counterparts.entries {
      let key = Key(type: entry.type, name: entry.name)
      try check(entry, isDerived: names[key]?.releases.contains(entry.release) == true)
      names[key, default: Facts()].releases.insert(entry.release)
      names[key, default: Facts()].stated.insert(entry.release)
      if let counterpart = entry.counterpart {
        guard stated.updateValue(counterpart, forKey: key) ?? counterpart == counterpart else {
          throw CompilerError("\(CounterpartTable.file): two counterparts of \(entry.type) \(entry.name)")
        }
        names[key]?.counterpart = counterpart
      }
    }
    // All names are ASCII, so this is the order of their bytes.
    return names.sorted { ($0.key.type, $0.key.name) < ($1.key.type, $1.key.name) }.map { key, facts in
      let releases = Self.releases.filter { facts.names($0, likes) }.joined(separator: "|")
      return "foreign \(releases) \(key.type) \(key.name)\(facts.counterpart.map { " \($0)" } ?? "")\n"
    }.joined()
  }

  private struct Key: Hashable { let type, name: String }

  private struct Facts {
    var releases: Set<String> = []
    /// Those of them that a line kept by hand names.
    var stated: Set<String> = []
    var counterpart: String?

    func names(_ release: String, _ likes: [String: String]) -> Bool {
      releases.contains(release) && (stated.contains(release) || !(likes[release].map(releases.contains) ?? false))
    }
  }

  /// Another release's facts about the names of this one, inverted; no paths, and no counterparts of several names.
  private func inverted(_ table: CounterpartTable) -> [Key: String] {
    var names: [Key: Set<String>] = [:]
    for entry in table.entries where entry.release == release || entry.release == likes[release] {
      guard let counterpart = entry.counterpart, !counterpart.contains("."), exists(entry.name, in: entry.type) else {
        continue
      }
      names[Key(type: entry.type, name: counterpart), default: []].insert(entry.name)
    }
    return names.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  private func derived(from other: ElementNames) -> Set<Key> {
    var keys = Set(other.resources.subtracting(own.elements.keys).map { Key(type: "Resource", name: $0) })
    for (type, elements) in own.elements {
      for name in names(below: type, in: other) where elements[name] == nil { keys.insert(Key(type: type, name: name)) }
    }
    return keys
  }

  /// The names that another release has in a type or below an element. Content that is nested in an element here may be
  /// a data type there, such as R4's `Dosage`. The reverse is not used: the names of one element would then apply to
  /// the whole data type. Nor is content that another element has.
  private func names(below type: String, in other: ElementNames) -> [String] {
    if let elements = other.elements[type] { return Array(elements.keys) }
    guard let dot = type.lastIndex(of: "."),
      let types = other.elements[String(type[..<dot])]?[String(type[type.index(after: dot)...])],
      types.count == 1, !types[0].contains("."), let elements = other.elements[types[0]]
    else { return [] }
    return Array(elements.keys)
  }

  private func check(_ entry: CounterpartTable.Entry, isDerived: Bool) throws(CompilerError) {
    let place = "\(CounterpartTable.file): \(entry.release) \(entry.type) \(entry.name)"
    guard let elements = own.elements[entry.type] else { throw CompilerError("\(place): no such type") }
    if foreign[entry.release] != nil {
      guard isDerived else { throw CompilerError("\(place) is not a foreign name of that release") }
    } else if elements[entry.name] != nil || (entry.type == "Resource" && own.elements[entry.name] != nil) {
      throw CompilerError("\(place) is not foreign")
    }
    if let counterpart = entry.counterpart, !exists(counterpart, in: entry.type) {
      throw CompilerError("\(place): no \(counterpart)")
    }
  }

  /// Whether a path leads from a type to an element; for resources, whether the type exists.
  private func exists(_ path: String, in type: String) -> Bool {
    if type == "Resource" { return own.elements[path] != nil }
    var types = [type]
    for name in path.split(separator: ".").map(String.init) {
      let next = types.lazy.compactMap { type in own.elements[type]?[name].map { $0 + ["\(type).\(name)"] } }.first
      guard let next else { return false }
      types = next
    }
    return true
  }
}

/// Facts about the names of other releases, kept by hand: `RELEASE TYPE NAME [COUNTERPART]`, one per line. For a
/// release whose definitions are available, a line only adds the equivalent name; else it is the only source.
package struct CounterpartTable: Sendable {
  package static let file = "counterparts.txt"

  package struct Entry: Hashable, Sendable {
    package let release, type, name: String
    package let counterpart: String?
  }

  package let entries: [Entry]

  package init(_ text: String) throws(CompilerError) {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    entries = try lines.map { line throws(CompilerError) in
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 3 || words.count == 4, !words.contains(""),
        ForeignNameCompiler.releases.contains(words[0])
      else { throw CompilerError("\(Self.file): '\(line)' is not RELEASE TYPE NAME [COUNTERPART]") }
      return Entry(release: words[0], type: words[1], name: words[2], counterpart: words.count == 4 ? words[3] : nil)
    }
  }
}

package struct ElementNames: Sendable {
  /// The type names, or the path whose content is reused, of each element by name, by the type that holds it.
  package private(set) var elements: [String: [String: [String]]] = [:]
  /// Resources that a document can contain.
  package private(set) var resources: Set<String> = []

  package mutating func insert(_ name: String, of type: String, types: [String] = []) {
    elements[type, default: [:]][name] = types
  }

  package mutating func insert(resource: String) {
    resources.insert(resource)
    elements[resource, default: [:]] = elements[resource] ?? [:]
  }
}

extension ElementNames {
  /// The names in published definitions, without primitive types; a constrained type has names of its own if `isOwn`.
  package init(_ structures: [PublishedStructure], isOwn: Bool = false) {
    for structure in structures where structure.primitive == nil {
      if structure.kind == "resource", !structure.abstract { insert(resource: structure.id) }
      for element in structure.elements {
        guard let dot = element.path.lastIndex(of: ".") else { continue }
        let name = String(element.path[element.path.index(after: dot)...])
        let types = element.contentPath.map { [$0] } ?? element.types.map(\.code)
        let type = element.path[..<dot]
        insert(name, of: isOwn ? structure.id + type.dropFirst(structure.rootPath.count) : String(type), types: types)
      }
    }
  }
}
