package import FHIRSchema

/// The text files of one release below `Schemas/`, by path within the release's folder.
package struct SchemaFiles: Hashable, Sendable {
  package let release: String
  package let files: [String: String]

  package init(release: String, files: [String: String]) {
    self.release = release
    self.files = files
  }

  /// Compiles all definitions of a release.
  package init(_ definitions: PublishedDefinitions, release: FHIRRelease) throws(CompilerError) {
    var files = ["release.txt": "release \(release.name) \(release.version)\n"]
    var primitives: [SchemaPrimitive] = []
    var structures: [SchemaStructure] = []

    let compiler = StructureCompiler(definitions)
    for structure in definitions.structures.values.sorted(by: { $0.id < $1.id }) {
      guard structure.fhirVersion == release.version else {
        throw CompilerError("\(structure.id) is of version \(structure.fhirVersion), not \(release.version)")
      }
      if let primitive = SchemaPrimitive(structure, in: definitions) {
        primitives.append(primitive)
      } else {
        structures.append(try compiler.compile(structure))
      }
    }
    try SchemaLinks(structures, primitives).check()

    for structure in structures {
      let folder = structure.kind == .type ? "types" : "resources"
      files["\(folder)/\(structure.name).txt"] = SchemaTextWriter.text(structure)
    }
    files["primitives.txt"] = SchemaTextWriter.text(primitives)

    let expander = ValueSetExpander(definitions)
    for url in Set(structures.flatMap { ($0.binding?.checkedValueSets ?? []) + Self.checkedValueSets($0.elements) })
      .sorted()
    {
      let valueSet = SchemaValueSet(url, expander, release: release.version)
      let path = "valuesets/\(valueSet.fileName).txt"
      guard files.updateValue(try SchemaTextWriter.text(valueSet), forKey: path) == nil else {
        throw CompilerError("two value sets would be written to \(path)")
      }
    }
    self.init(release: release.name, files: files)
  }

  private static func checkedValueSets(_ elements: [SchemaElement]) -> [String] {
    elements.flatMap { ($0.binding?.checkedValueSets ?? []) + checkedValueSets($0.children) }
  }
}
