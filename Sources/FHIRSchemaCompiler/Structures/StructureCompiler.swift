package struct StructureCompiler {
  private let structures: [String: PublishedStructure]

  /// - Parameter definitions: contains the bases, whose elements are left out.
  package init(_ definitions: PublishedDefinitions) { structures = definitions.structures }

  package func compile(_ structure: PublishedStructure) throws(CompilerError) -> SchemaStructure {
    let elements = try allElements(of: structure)
    return SchemaStructure(
      kind: structure.kind != "resource" ? .type : structure.abstract ? .abstract : .resource, name: structure.id,
      base: structure.baseName, binding: structure.elements.first?.binding,
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
    try (nested[path] ?? []).map { published throws(CompilerError) in
      let held = try heldElements(of: published)
      let children = try held + elements(below: published.path, nested)
      let content: SchemaElement.Content
      if let target = published.contentPath {
        content = .sameAs(path: target)
      } else {
        guard !published.types.isEmpty else { throw CompilerError("\(published.path): no type") }
        content = .types(held.isEmpty ? published.types : [ElementType(code: published.types[0].code)])
      }
      return SchemaElement(
        name: String(published.path.dropFirst(path.count + 1)),
        cardinality: try Cardinality(min: published.min, max: published.max, path: published.path), content: content,
        binding: held.isEmpty ? published.binding : nil, isAttribute: published.isAttribute,
        isAbsolute: published.isAbsolute && published.types.contains { ["uri", "url", "canonical"].contains($0.code) },
        children: children.isEmpty ? [] : try own(children, base: published.types.first?.code, in: published.path))
    }
  }

  /// The elements of a type that holds a reference or a concept, as `CodeableReference` does: the targets that an element
  /// of that type states are those of the reference, and its binding is that of the concept.
  private func heldElements(of published: PublishedElement) throws(CompilerError) -> [SchemaElement] {
    let reference = ElementType(code: "Reference")
    guard published.types.count == 1, !published.types[0].profiles.isEmpty || published.binding != nil,
      let structure = structures[published.types[0].code],
      structure.elements.contains(where: { $0.types == [reference] })
    else { return [] }
    return try allElements(of: structure).map { element in
      var element = element
      if element.content == .types([reference]) {
        element.content = .types([ElementType(code: reference.code, profiles: published.types[0].profiles)])
      } else if element.content == .types([ElementType(code: "CodeableConcept")]) {
        element.binding = published.binding
      }
      return element
    }
  }

  private func own(_ all: [SchemaElement], base: String?, in path: String) throws(CompilerError) -> [SchemaElement] {
    guard let base else { return all }
    guard let structure = structures[base] else { throw CompilerError("\(path): the base \(base) is not defined") }
    let inherited = Set(try allElements(of: structure))
    return all.filter { !inherited.contains($0) }
  }
}

extension [SchemaStructure] {
  /// Checks that every name in the compiled structures is defined.
  func checkLinks(_ primitives: [SchemaPrimitive]) throws(CompilerError) {
    let known = Set(map(\.name) + primitives.map(\.name))
    for structure in self {
      let elements = Self.all(structure.elements, below: structure.name)
      let paths = Set(elements.map(\.path))
      var names = structure.base.map { [(structure.name, $0)] } ?? []
      for (path, element) in elements {
        switch element.content {
        case .types(let types): names += types.flatMap { [$0.code] + $0.profiles }.map { (path, $0) }
        case .sameAs(let target):
          guard paths.contains(target) else { throw CompilerError("\(path): no element \(target)") }
        }
      }
      for (path, name) in names where !known.contains(name) { throw CompilerError("\(path): no structure \(name)") }
    }
  }

  private static func all(_ elements: [SchemaElement], below path: String) -> [(path: String, element: SchemaElement)] {
    elements.flatMap { [("\(path).\($0.name)", $0)] + all($0.children, below: "\(path).\($0.name)") }
  }
}
