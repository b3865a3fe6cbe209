/// Writes schema facts as lines of text. `Schemas/README.md` describes the form.
package enum SchemaTextWriter {
  package static func text(_ structure: SchemaStructure) -> String {
    let binding = structure.binding.map { " \($0)" } ?? ""
    let head = "\(structure.kind) \(structure.name) \(structure.base ?? "-")\(binding)"
    return joined([head] + lines(structure.elements))
  }

  package static func text(_ primitives: [SchemaPrimitive]) -> String {
    joined(primitives.map { "primitive \($0.name) \($0.base) \($0.kind) \($0.kind.loosestGrammar) \($0.regex ?? "-")" })
  }

  package static func text(_ valueSet: SchemaValueSet) throws(CompilerError) -> String {
    let head = "valueset \(valueSet.name) \(valueSet.url)" + (valueSet.version.map { "|\($0)" } ?? "")
    let expansion: Expansion
    switch valueSet.expansion {
    case .failure(let reason): return joined(["\(head) unexpanded \(reason)"])
    case .success(let codes): expansion = codes
    }
    var lines = [head]
    for system in expansion.systems {
      let nocase = valueSet.caseInsensitiveSystems.contains(system) ? " nocase" : ""
      lines.append("  system \(system)\(nocase)\(valueSet.openSystems.contains(system) ? " open" : "")")
      for code in expansion[system] {
        try checkCode(code, in: valueSet.name)
        lines.append("    \(code)")
      }
    }
    return joined(lines)
  }

  /// A line for each code system with all its codes: see `DefinedSystems`.
  package static func text(_ systems: [PublishedCodeSystem]) throws(CompilerError) -> String {
    var lines: [String] = []
    for system in systems.sorted(by: { $0.url < $1.url }) where system.isComplete {
      let head = [system.url, system.version ?? "-"] + (system.caseSensitive ? [] : ["nocase"])
      guard !system.codes.isEmpty else { continue }
      guard !head.contains(where: { $0.contains(" ") }), system.codes.allSatisfy(standsBetweenSpaces) else {
        throw CompilerError("\(system.url): a code or the version cannot be written between spaces")
      }
      lines.append(([head.joined(separator: " ")] + system.codes).joined(separator: "  "))
    }
    return joined(lines)
  }

  private static func standsBetweenSpaces(_ code: String) -> Bool {
    !code.isEmpty && !code.hasPrefix(" ") && !code.hasSuffix(" ") && !code.contains("  ")
      && !code.contains { $0.isNewline || $0 == "\t" }
  }

  private static func lines(_ elements: [SchemaElement], indent: String = "  ") -> [String] {
    elements.flatMap { element in
      var line = "\(indent)\(element.name) \(element.cardinality) "
      switch element.content {
      case .types(let types): line += types.map(\.description).joined(separator: "|")
      case .sameAs(let path): line += "@\(path)"
      }
      if let binding = element.binding { line += " \(binding)" }
      if element.isAttribute { line += " attribute" }
      if element.isAbsolute { line += " absolute" }
      if element.children.isEmpty { return [line] }
      return [line + " {"] + lines(element.children, indent: indent + "  ") + ["\(indent)}"]
    }
  }

  /// Refuses a code that the parser would misread: there are no escapes, because no code needs one.
  private static func checkCode(_ code: String, in valueSet: String) throws(CompilerError) {
    let spaces = code.first?.isWhitespace != false || code.last?.isWhitespace != false
    let keyword = ["#", "system ", "valueset "].contains(where: code.hasPrefix)
    guard !spaces, !keyword, !code.contains(where: \.isNewline) else {
      throw CompilerError("\(valueSet): the code '\(code)' cannot be written on a line of its own")
    }
  }

  private static func joined(_ lines: some Sequence<String>) -> String { lines.map { $0 + "\n" }.joined() }
}
