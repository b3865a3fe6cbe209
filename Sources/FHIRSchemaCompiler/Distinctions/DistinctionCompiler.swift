import FHIRSchema
import Foundation

/// Lists what distinguishes the releases at the top of a record, and in its nested elements:
/// `Schemas/distinctions.txt`.
///
/// All releases are treated alike: a line states which releases have something, never what is foreign to one release.
package struct DistinctionCompiler {
  package static let file = "distinctions.txt"
  package static let releasesFile = "releases.txt"

  /// The releases with definitions, in the order of `releases.txt`.
  private let releases: [Release]
  /// Names of releases without definitions, kept by hand: a resource type, or a member of a type.
  private let known: [(release: String, type: String, name: String)]
  /// Data types whose members are compared, too.
  private let within: Set<String>

  /// A release with definitions.
  package struct Release: Sendable {
    let name: String
    let forms: ElementForms
    let demands: ElementDemands

    package init(_ name: String, _ forms: ElementForms, _ demands: ElementDemands = ElementDemands()) {
      (self.name, self.forms, self.demands) = (name, forms, demands)
    }
  }

  /// - Parameters:
  ///   - head: the text of `releases.txt`.
  ///   - known: by release, names of releases without definitions: `Resource` and a resource type, or a type and a member.
  package init(
    head: String, releases: [Release], known: [(release: String, type: String, name: String)]
  ) {
    self.releases = releases
    self.known = known
    within = Set(
      head.split(separator: "\n").filter { $0.hasPrefix("within ") }.map { String($0.dropFirst("within ".count)) })
  }

  /// The lines, sorted by type and name.
  package func text() -> String {
    var lines: [String] = []
    let types = Set(releases.flatMap(\.forms.resources))
    for type in types.union(knownNames(of: "Resource", without: types).keys) {
      let owners = releases.filter { $0.forms.resources.contains(type) }
      if owners.count < releases.count {
        lines.append("type \(type) \(owners.isEmpty ? knownNames(of: "Resource")[type] ?? "" : names(owners))")
      }
      if owners.count > 1 {
        lines += compare(type, owners.map { ($0.name, $0.forms.members[type] ?? [:]) })
        lines += compareParts(of: type, owners)
        lines += compareDemands(on: type, owners)
      }
    }
    lines += Set(releases.flatMap(\.forms.resourceMembers)).map { "nested \($0)" }
    return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { $0 + "\n" }.joined()
  }

  private func names(_ owners: [Release]) -> String {
    owners.map(\.name).joined(separator: "|")
  }

  /// Names kept by hand, with the release of each.
  private func knownNames(of type: String, without others: Set<String> = []) -> [String: String] {
    var names: [String: String] = [:]
    for entry in known where entry.type == type && !others.contains(entry.name) { names[entry.name] = entry.release }
    return names
  }

  /// Compares the members of one type in all releases that have it.
  private func compare(_ type: String, _ owners: [(release: String, members: [String: ElementForms.Member])])
    -> [String]
  {
    let names = Set(owners.flatMap(\.members.keys))
    var lines = knownNames(of: type, without: names).map { "member \(type) \($0.key) \($0.value)" }
    for name in names {
      let having = owners.filter { $0.members[name] != nil }
      if having.count < owners.count {
        lines.append("member \(type) \(name) \(having.map(\.release).joined(separator: "|"))")
        continue
      }
      let forms = ElementForms.Form.allCases.compactMap { form -> String? in
        let some = having.filter { $0.members[name]?.form == form }.map(\.release)
        return some.isEmpty || some.count == having.count ? nil : "\(form) \(some.joined(separator: "|"))"
      }
      if !forms.isEmpty { lines.append("member \(type) \(name) \(forms.joined(separator: " "))") }
    }
    return lines
  }

  /// Compares the content of the elements of a type or element, and the data types whose members are compared.
  private func compareParts(of path: String, _ owners: [Release]) -> [String] {
    var lines: [String] = []
    for name in Set(owners.flatMap { $0.forms.members[path]?.keys.map { $0 } ?? [] }) {
      let parts = owners.compactMap { owner in owner.forms.members[path]?[name].map { (owner.name, owner.forms, $0) } }
      let isNested = parts.contains { $0.2.type == nil }
      guard parts.count == owners.count, isNested || parts.contains(where: { within.contains($0.2.type ?? "") })
      else { continue }
      let members = parts.map { ($0.0, $0.1.members[$0.2.type ?? "\(path).\(name)"] ?? [:]) }
      guard members.allSatisfy({ !$0.1.isEmpty }) else { continue }
      lines += compare("\(path).\(name)", members)
      // Content that is nested in one release and a data type in another is compared no further.
      if parts.allSatisfy({ $0.2.type == nil }) { lines += compareParts(of: "\(path).\(name)", owners) }
    }
    return lines
  }

  /// Compares the required codes and the required members in a resource, where all releases have the element.
  private func compareDemands(on type: String, _ owners: [Release]) -> [String] {
    func isPart(_ path: String) -> Bool { path == type || path.hasPrefix("\(type).") }
    let types = Set(releases.flatMap(\.forms.resources))
    var lines: [String] = []
    for path in Set(owners.flatMap(\.demands.codes.keys)) where isPart(path) {
      let sets = owners.compactMap { owner in owner.demands.codes[path].map { (owner.name, $0) } }
      // The names of resource types are distinctions already.
      guard sets.count == owners.count, sets.allSatisfy({ $0.1.isDisjoint(with: types) }) else { continue }
      lines += lists(sets).filter { $0.key != owners.map(\.name) }.map { "code \(path) \($0.text)" }
    }
    for path in Set(owners.flatMap(\.demands.needs.keys)) where isPart(path) {
      let sets = owners.compactMap { owner in owner.demands.needs[path].map { (owner.name, $0) } }
      guard sets.count == owners.count, sets.contains(where: { $0.1 != sets[0].1 }) else { continue }
      lines += lists(sets).map { "needs \(path) \($0.text)" }
    }
    return lines
  }

  /// What the same releases have, with their names before it.
  private func lists(_ sets: [(release: String, words: Set<String>)]) -> [(key: [String], text: String)] {
    let words = Set(sets.flatMap(\.words)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let owners = words.map { word in (word, sets.filter { $0.words.contains(word) }.map(\.release)) }
    return Dictionary(grouping: owners) { $0.1 }.map { key, found in
      (key, ([key.joined(separator: "|")] + found.map(\.0)).joined(separator: " "))
    }
  }

  /// The text that is compiled in: `releases.txt`, the Bundle roles of the releases, and `distinctions.txt`, without
  /// comments and blank lines.
  ///
  /// - Parameter roles: the text of `roles.txt` of each release with definitions.
  package static func compiledText(head: String, roles: [String], lines: String) -> String {
    let mark = "role \(SchemaRole.bundle.rawValue) "
    let bundles = roles.flatMap { $0.split(separator: "\n").filter { $0.hasPrefix(mark) }.map { $0.dropFirst(5) } }
    // Releases may use the same name.
    let names = bundles.enumerated().filter { !bundles[..<$0.offset].contains($0.element) }.map { "\($0.element)\n" }
    return (head + names.joined() + lines).split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0 + "\n" }
      .joined()
  }
}
