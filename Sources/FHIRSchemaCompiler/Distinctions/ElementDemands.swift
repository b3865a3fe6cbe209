import FHIRSchema

/// The codes and members that a release demands: what required bindings allow, and what an object must have.
package struct ElementDemands: Sendable {
  /// The codes of each element of a resource that has a required value set, by its path.
  package private(set) var codes: [String: Set<String>] = [:]
  /// The members that objects must have, by the path of the resource or the nested element. A choice of types has
  /// several names, with a bar between them.
  package private(set) var needs: [String: Set<String>] = [:]

  package init() {}

  package mutating func insert(codes new: Set<String>, at path: String) { codes[path] = new }
  package mutating func insert(needs new: Set<String>, of path: String) { needs[path] = new }

  /// Collects the demands on all resources of a release.
  package init(_ definitions: PublishedDefinitions) throws(CompilerError) {
    let compiler = StructureCompiler(definitions)
    let expander = ValueSetExpander(definitions)
    var expansions: [String: Set<String>?] = [:]
    for structure in definitions.structures.values where structure.kind == "resource" && !structure.abstract {
      try insert(compiler.compile(structure).elements, of: structure.id) { url in
        if let known = expansions[url] { return known }
        let codes = (try? expander.expand(url)).map { all in Set(all.systems.flatMap { all[$0] }) }
        expansions[url] = .some(codes)
        return codes
      }
    }
  }

  private mutating func insert(
    _ elements: [SchemaElement], of path: String, _ codesOfSet: (String) -> Set<String>?
  ) {
    needs[path] = Set(elements.filter { $0.cardinality.min > 0 }.map(Self.names))
    for element in elements {
      let place = "\(path).\(element.name)"
      if case .types(let types) = element.content, types.map(\.code) == ["code"], let binding = element.binding,
        binding.strength == .required
      {
        codes[place] = codesOfSet(binding.valueSet)
      }
      if !element.children.isEmpty { insert(element.children, of: place, codesOfSet) }
    }
  }

  /// The names that an element may have in JSON.
  private static func names(_ element: SchemaElement) -> String {
    guard element.name.hasSuffix("[x]"), case .types(let types) = element.content else { return element.name }
    let stem = element.name.dropLast(3)
    return types.map { "\(stem)\($0.code.prefix(1).uppercased())\($0.code.dropFirst())" }.joined(separator: "|")
  }
}
