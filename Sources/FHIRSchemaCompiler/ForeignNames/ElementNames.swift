import FHIRSchema

/// The names of a release: its types, and their elements.
package struct ElementNames: Sendable {
  /// The type names, or the path whose content is reused, of each element by name, by the type that holds it.
  package private(set) var elements: [String: [String: [String]]] = [:]
  /// Resources that a document can contain.
  package private(set) var resources: Set<String> = []

  package init() {}

  /// Adds an element.
  package mutating func insert(_ name: String, of type: String, types: [String] = []) {
    elements[type, default: [:]][name] = types
  }

  /// Adds a resource, with elements or without.
  package mutating func insert(resource: String) {
    resources.insert(resource)
    elements[resource, default: [:]] = elements[resource] ?? [:]
  }
}

extension ElementNames {
  /// The names of a release that is compiled already, including bases.
  package init(_ schema: SchemaFiles) throws {
    var files = schema.files
    files[ForeignNameCompiler.file] = nil
    var text = try GeneratedSource.text(SchemaFiles(release: schema.release, files: files))
    // The table consists of slices of the text.
    try text.withUTF8 { add(try SchemaTable(try SchemaText($0))) }
  }

  private mutating func add(_ table: SchemaTable) {
    for row in table.typeIDs where !table.typeNames[row].isEmpty {
      let type = table.typeNames[row]
      elements[type] = [:]
      if table.types[row].category == .resource { resources.insert(type) }
      for element in table.elements(of: row) {
        insert(element.name, of: type, types: element.types.map { $0.name.trimmingPrefix("@").description })
      }
    }
  }

  /// The names in published definitions, without primitive types.
  package init(_ structures: [PublishedStructure]) {
    for structure in structures where structure.primitive == nil {
      if structure.kind == "resource", !structure.abstract { insert(resource: structure.id) }
      for element in structure.elements {
        guard let dot = element.path.lastIndex(of: ".") else { continue }
        let name = String(element.path[element.path.index(after: dot)...])
        insert(name, of: String(element.path[..<dot]), types: element.types.map(\.code))
      }
    }
  }
}
