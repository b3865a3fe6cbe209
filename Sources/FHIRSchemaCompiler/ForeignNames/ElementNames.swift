import FHIRSchema
package import Foundation

/// The names of a release: which types it has, and which elements they have.
package struct ElementNames: Sendable {
  /// The type names, or the path whose content is reused, of each element by name, by the type that holds it.
  package private(set) var elements: [String: [String: [String]]] = [:]
  /// Resources that a document can have.
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
  /// The names of a release that is compiled already, bases included.
  package init(_ schema: SchemaFiles) throws {
    var files = schema.files
    files[ForeignNameCompiler.file] = nil
    var text = try GeneratedSource.text(SchemaFiles(release: schema.release, files: files))
    let table = try text.withUTF8 { try SchemaTable(try SchemaText($0)) }
    for (index, type) in table.typeNames.enumerated() where !type.isEmpty {
      elements[type] = [:]
      if table.types[index].category == .resource { resources.insert(type) }
      for element in table.elements(of: index) {
        insert(element.name, of: type, types: element.types.map { $0.name.trimmingPrefix("@").description })
      }
    }
  }

  /// The names in the definitions of any release, primitive types left out.
  package init(directory: URL) throws {
    for folder in ["resources", "types"] {
      let folder = directory.appendingPathComponent(folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for name in names.sorted() where name.hasSuffix(".json") {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        do {
          insert(try JSONDecoder().decode(Structure.self, from: data))
        } catch {
          throw CompilerError("\(name): \(error)")
        }
      }
    }
  }

  private mutating func insert(_ structure: Structure) {
    guard structure.kind != "primitive-type" else { return }
    if structure.kind == "resource", !structure.abstract { insert(resource: structure.id) }
    for element in structure.snapshot.element {
      guard let dot = element.path.lastIndex(of: ".") else { continue }
      let name = String(element.path[element.path.index(after: dot)...])
      insert(name, of: String(element.path[..<dot]), types: (element.type ?? []).compactMap(\.code))
    }
  }

  /// What all releases publish alike; ``PublishedStructure`` reads the rest of DSTU2's form.
  private struct Structure: Decodable {
    let id: String
    let kind: String
    let abstract: Bool
    let snapshot: Snapshot

    struct Snapshot: Decodable { let element: [Element] }
    struct Element: Decodable {
      let path: String
      let type: [ElementType]?
    }
    struct ElementType: Decodable { let code: String? }
  }
}
