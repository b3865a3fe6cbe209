/// Turns one published structure into its schema form.
package struct StructureCompiler {
  private let structures: [String: PublishedStructure]

  /// - Parameter definitions: where the bases are looked up, so that what is inherited can be left out.
  package init(_ definitions: PublishedDefinitions) {
    structures = definitions.structures
  }

  package func compile(_ structure: PublishedStructure) throws(CompilerError) -> SchemaStructure {
    let elements = try allElements(of: structure)
    return SchemaStructure(
      kind: structure.kind != "resource" ? .type : structure.abstract ? .abstract : .resource,
      name: structure.id,
      base: structure.baseName,
      elements: try own(elements, base: structure.baseName, in: structure.id))
  }

  /// The elements below the root, inherited ones included.
  private func allElements(of structure: PublishedStructure) throws(CompilerError) -> [SchemaElement] {
    var nested: [String: [PublishedElement]] = [:]
    for element in structure.snapshot.element.dropFirst() {
      guard let dot = element.path.lastIndex(of: ".") else {
        throw CompilerError("\(structure.id): a second root, \(element.path)")
      }
      nested[String(element.path[..<dot]), default: []].append(element)
    }
    return try elements(below: structure.rootPath, nested, ContentReferences(structure))
  }

  private func elements(
    below path: String, _ nested: [String: [PublishedElement]], _ references: ContentReferences
  ) throws(CompilerError) -> [SchemaElement] {
    var result: [SchemaElement] = []
    for published in nested[path] ?? [] {
      let children = try elements(below: published.path, nested, references)
      let types = try ElementType.types(of: published)
      let content: SchemaElement.Content
      if let target = try references.target(of: published) {
        content = .sameAs(path: target)
      } else {
        guard !types.isEmpty else { throw CompilerError("\(published.path): no type") }
        content = .types(types)
      }
      result.append(
        SchemaElement(
          name: String(published.path.dropFirst(path.count + 1)),
          cardinality: try Cardinality(min: published.min, max: published.max, path: published.path),
          content: content,
          binding: try Binding(of: published),
          isAttribute: published.representation?.contains("xmlAttr") ?? false,
          children: children.isEmpty ? [] : try own(children, base: types.first?.code, in: published.path)))
    }
    return result
  }

  /// What is left when the elements that stand in the base in the same form are taken away.
  private func own(
    _ elements: [SchemaElement], base: String?, in path: String
  ) throws(CompilerError) -> [SchemaElement] {
    guard let base else { return elements }
    guard let structure = structures[base] else { throw CompilerError("\(path): the base \(base) is not defined") }
    let inherited = Set(try allElements(of: structure))
    return elements.filter { !inherited.contains($0) }
  }
}
