/// A constraint on an element, as it is published.
package struct PublishedInvariant: Hashable, Sendable {
  package let key: String
  package let severity: String
  /// The element it is stated on. Starts with the structure's own name, also for constrained types.
  package let path: String
  package let rule: PublishedRule

  package init(key: String, severity: String, path: String, rule: PublishedRule) {
    self.key = key
    self.severity = severity
    self.path = path
    self.rule = rule
  }
}

/// The demand of a constraint, in the language of its release.
package enum PublishedRule: Hashable, Sendable, CustomStringConvertible {
  case xpath(String)
  case fhirpath(String)
  /// A sentence of the definition of an element, which states the demand in no other way.
  case text(String)

  package var description: String {
    switch self {
    case .xpath(let expression): "xpath \(expression)"
    case .fhirpath(let expression): "fhirpath \(expression)"
    case .text(let sentence): "text \(sentence)"
    }
  }
}

extension PublishedInvariant {
  /// The constraints of all structures, each where it is first stated.
  package static func all(in definitions: PublishedDefinitions) -> [PublishedInvariant] {
    definitions.structures.values.flatMap { structure in
      all(in: structure, base: structure.baseName.flatMap { definitions.structures[$0] })
    }
  }

  /// The constraints that a structure adds to its base.
  package static func all(in structure: PublishedStructure, base: PublishedStructure?) -> [PublishedInvariant] {
    let inherited = Set(base.map { list($0, name: structure.id) } ?? [])
    return list(structure, name: structure.id).filter { !inherited.contains($0) }
  }

  private static func list(_ structure: PublishedStructure, name: String) -> [PublishedInvariant] {
    structure.elements.flatMap { element in
      element.constraints.map {
        PublishedInvariant(
          key: $0.key, severity: $0.severity, path: name + element.path.dropFirst(structure.rootPath.count),
          rule: $0.rule)
      }
    }
  }
}
