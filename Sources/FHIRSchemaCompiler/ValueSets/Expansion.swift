/// The codes of a value set, by system, both in order of first occurrence.
package struct Expansion: Hashable, Sendable {
  package private(set) var systems: [String] = []
  private var codes: [String: [String]] = [:]
  private var members: [String: Set<String>] = [:]

  package init() {}

  /// The codes of one system.
  package subscript(system: String) -> [String] { codes[system] ?? [] }

  /// The number of codes in all systems.
  package var count: Int { codes.values.reduce(0) { $0 + $1.count } }

  package mutating func insert(_ new: [String], in system: String) {
    if members[system] == nil { systems.append(system) }
    for code in new where members[system, default: []].insert(code).inserted {
      codes[system, default: []].append(code)
    }
  }

  mutating func insert(_ other: Expansion) {
    for system in other.systems { insert(other[system], in: system) }
  }

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
package struct Unexpandable: Error, Hashable, CustomStringConvertible {
  package let description: String
}
