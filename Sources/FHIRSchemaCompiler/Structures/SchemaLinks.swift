/// Checks that every name in the compiled structures is defined.
struct SchemaLinks {
  private let structures: [SchemaStructure]
  private let names: Set<String>

  init(_ structures: [SchemaStructure], _ primitives: [SchemaPrimitive]) {
    self.structures = structures
    names = Set(structures.map(\.name) + primitives.map(\.name))
  }

  func check() throws(CompilerError) {
    for structure in structures {
      if let base = structure.base { try check(base, at: structure.name) }
      let paths = Self.paths(structure.elements, below: structure.name)
      try check(structure.elements, below: structure.name, paths)
    }
  }

  private func check(_ elements: [SchemaElement], below path: String, _ paths: Set<String>) throws(CompilerError) {
    for element in elements {
      let path = "\(path).\(element.name)"
      switch element.content {
      case .types(let types):
        for type in types {
          try check(type.code, at: path)
          for profile in type.profiles { try check(profile, at: path) }
        }
      case .sameAs(let target):
        guard paths.contains(target) else { throw CompilerError("\(path): no element \(target)") }
      }
      try check(element.children, below: path, paths)
    }
  }

  private func check(_ name: String, at path: String) throws(CompilerError) {
    guard names.contains(name) else { throw CompilerError("\(path): no structure \(name)") }
  }

  private static func paths(_ elements: [SchemaElement], below path: String) -> Set<String> {
    Set(elements.flatMap { ["\(path).\($0.name)"] + paths($0.children, below: "\(path).\($0.name)") })
  }
}
