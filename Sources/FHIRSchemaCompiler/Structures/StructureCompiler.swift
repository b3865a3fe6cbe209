/// Turns one published structure into its schema form.
package struct StructureCompiler {
  private let structures: [String: PublishedStructure]

  /// - Parameter definitions: contains the bases, whose elements are left out.
  package init(_ definitions: PublishedDefinitions) {
    structures = definitions.structures
  }

  package func compile(_ structure: PublishedStructure) throws(CompilerError) -> SchemaStructure {
    let elements = try allElements(of: structure)
    return SchemaStructure(
      kind: structure.kind != "resource" ? .type : structure.abstract ? .abstract : .resource,
      name: structure.id,
      base: structure.baseName,
      binding: structure.elements.first?.binding,
      elements: try own(elements, base: structure.baseName, in: structure.id))
  }

  /// The elements below the root, including inherited ones.
  private func allElements(of structure: PublishedStructure) throws(CompilerError) -> [SchemaElement] {
    var nested: [String: [PublishedElement]] = [:]
    for element in structure.elements.dropFirst() {
      guard let dot = element.path.lastIndex(of: ".") else {
        throw CompilerError("\(structure.id): a second root, \(element.path)")
      }
      nested[String(element.path[..<dot]), default: []].append(element)
    }
    return try elements(below: structure.rootPath, nested)
  }

  private func elements(
    below path: String, _ nested: [String: [PublishedElement]]
  ) throws(CompilerError) -> [SchemaElement] {
    var result: [SchemaElement] = []
    for published in nested[path] ?? [] {
      let children = try elements(below: published.path, nested)
      let content: SchemaElement.Content
      if let target = published.contentPath {
        content = .sameAs(path: target)
      } else {
        guard !published.types.isEmpty else { throw CompilerError("\(published.path): no type") }
        content = .types(published.types)
      }
      result.append(
        SchemaElement(
          name: String(published.path.dropFirst(path.count + 1)),
          cardinality: try Cardinality(min: published.min, max: published.max, path: published.path),
          content: content,
          binding: published.binding,
          isAttribute: published.isAttribute,
          isAbsolute: published.isAbsolute
            && published.types.contains { ["uri", "url", "canonical"].contains($0.code) },
          children: children.isEmpty ? [] : try own(children, base: published.types.first?.code, in: published.path)))
    }
    return result
  }

  /// The elements that differ from those of the base.
  private func own(
    _ elements: [SchemaElement], base: String?, in path: String
  ) throws(CompilerError) -> [SchemaElement] {
    guard let base else { return elements }
    guard let structure = structures[base] else { throw CompilerError("\(path): the base \(base) is not defined") }
    let inherited = Set(try allElements(of: structure))
    return elements.filter { !inherited.contains($0) }
  }
}
