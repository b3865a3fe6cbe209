/// A constraint on an element, with the XPath that DSTU2 publishes for it.
package struct Invariant: Hashable, Sendable {
  package let key: String
  package let severity: String
  /// The element it is evaluated on. Starts with the structure's own name, also for constrained types.
  package let path: String
  package let xpath: String
}

extension Invariant {
  /// The constraints that a structure adds to its base.
  package static func all(in structure: PublishedStructure, base: PublishedStructure?) -> [Invariant] {
    let inherited = Set(base.map { list($0, name: structure.id) } ?? [])
    return list(structure, name: structure.id).filter { !inherited.contains($0) }
  }

  private static func list(_ structure: PublishedStructure, name: String) -> [Invariant] {
    structure.snapshot.element.flatMap { element in
      (element.constraint ?? []).map {
        Invariant(
          key: $0.key, severity: $0.severity, path: name + element.path.dropFirst(structure.rootPath.count),
          xpath: $0.xpath)
      }
    }
  }
}
