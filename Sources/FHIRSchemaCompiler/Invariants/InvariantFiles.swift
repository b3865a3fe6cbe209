import FHIRPath

/// All files of `Schemas/RELEASE/invariants`, in the order of their keys.
package struct InvariantFiles {
  static let folder = "invariants/"
  package let files: [InvariantFile]

  package init(_ schema: SchemaFiles) throws(CompilerError) {
    let all = schema.files.filter { $0.key.hasPrefix(Self.folder) }.sorted { $0.key < $1.key }
    files = try all.map { path, text throws(CompilerError) in try Self.file(text, at: path) }
  }

  private static func file(_ text: String, at path: String) throws(CompilerError) -> InvariantFile {
    try InvariantFile(text, key: String(path.dropFirst(folder.count).dropLast(".txt".count)))
  }

  /// Refuses an invariant that is published but not restated, one that is restated but not published, and any whose
  /// severity, element, expression or sentence differs from the published one. Invariants of a type that no element has
  /// may be omitted, because no record can break them.
  package func check(against definitions: PublishedDefinitions) throws(CompilerError) {
    try check(against: PublishedInvariant.all(in: definitions), unused: definitions.unusedTypes)
    for statement in files.flatMap(\.statements) where !Self.isStated(statement, in: definitions) {
      throw CompilerError("invariants/\(statement.key).txt: the definition of \(statement.path) has no such sentence")
    }
  }

  /// Whether a definition has the sentence that a statement restates; true for a constraint. Pages are not among the
  /// definitions: a sentence of one holds where there is what it is about.
  private static func isStated(_ statement: InvariantFile.Statement, in definitions: PublishedDefinitions) -> Bool {
    guard let sentence = statement.sentence else { return true }
    let type = statement.path.prefix { $0 != "." }
    let element = definitions.structures[String(type)]?.elements.first { $0.path == statement.path }
    if case .page = statement.rule { return element != nil }
    return element?.text.contains(sentence) ?? false
  }

  /// Whether all that a file restates is published in other definitions, too.
  static func isPublished(
    _ text: String, at path: String, _ constraints: Set<PublishedInvariant>, _ definitions: PublishedDefinitions
  ) throws(CompilerError) -> Bool {
    try file(text, at: path).statements.allSatisfy {
      $0.sentence == nil ? constraints.contains($0.published) : isStated($0, in: definitions)
    }
  }

  package func check(against published: [PublishedInvariant], unused: Set<String> = []) throws(CompilerError) {
    let restated = Set(files.flatMap { $0.statements.filter { $0.sentence == nil }.map(\.published) })
    for invariant in published.sorted(by: { ($0.key, $0.path) < ($1.key, $1.path) })
    where !restated.contains(invariant) && !unused.contains(invariant.path) {
      throw CompilerError(
        "invariants/\(invariant.key).txt has no block '\(invariant.key) \(invariant.severity) \(invariant.path)' with the "
          + "published \(invariant.rule)")
    }
    if let extra = restated.subtracting(published).min(by: { ($0.key, $0.path) < ($1.key, $1.path) }) {
      throw CompilerError("invariants/\(extra.key).txt: \(extra.path) has no such invariant")
    }
  }

  /// The part for the walk: lines of the schema text.
  func facts() throws(CompilerError) -> String {
    var lines: [String] = []
    for file in files {
      for statement in file.statements {
        let published = statement.published
        let severity = statement.severity ?? published.severity
        let head = "invariant \(file.key) \(severity) \(statement.place ?? published.path)"
        let tail = statement.native.map { " native \($0)" } ?? (statement.sparesContained ? " except contained" : "")
        lines.append(head + tail)
        lines += ["fhirpath \(statement.fhirpath)", "expected \(statement.expected)", "found \(statement.found)"]
        if statement.native == nil { lines += try Self.gates(of: statement.fhirpath, file.key) }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// When an expression can fail: a line for each case, with the members that an element then has and, after a hyphen,
  /// those that it lacks. No line means that nothing is known.
  private static func gates(of expression: String, _ key: String) throws(CompilerError) -> [String] {
    var names: [String] = []
    let gates: [PresenceGate]
    do {
      gates = try PresenceGate.gates(of: expression) { name in
        if !names.contains(name) { names.append(name) }
        return names.firstIndex(of: name).map { 1 << UInt64($0) }
      }
    } catch {
      throw CompilerError("invariants/\(key).txt: \(error)")
    }
    guard !gates.isEmpty else { throw CompilerError("invariants/\(key).txt: the fhirpath is always true") }
    if gates == [.always] { return [] }
    return gates.map { gate in
      func list(_ mask: UInt64) -> [String] { names.indices.filter { mask >> UInt64($0) & 1 == 1 }.map { names[$0] } }
      return (["gate"] + list(gate.present) + list(gate.absent).map { "-" + $0 }).joined(separator: " ")
    }
  }

  /// The part that only the rule pages show.
  package var pages: String {
    var lines: [String] = []
    for file in files {
      lines += ["invariant \(file.key)", "summary \(file.summary)", "matters \(file.matters)"]
      for statement in file.statements {
        lines += ["on \(statement.published.path)"]
        switch statement.published.rule {
        case .fhirpath(let expression): if expression != statement.fhirpath { lines.append("published \(expression)") }
        case let rule: lines.append("\(rule)")
        }
        if let note = statement.note { lines.append("note \(note)") }
        lines.append("bad")
        lines += statement.bad.map { "  " + $0 }
        lines.append("good")
        lines += statement.good.map { "  " + $0 }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

package struct PublishedInvariant: Hashable, Sendable {
  package let key, severity: String
  /// The element it is stated on. Starts with the structure's own name, also for constrained types.
  package let path: String
  package let rule: PublishedRule

  /// The constraints of all structures, each where it is first stated.
  package static func all(in definitions: PublishedDefinitions) -> [PublishedInvariant] {
    definitions.structures.values.flatMap { structure in
      all(in: structure, base: structure.baseName.flatMap { definitions.structures[$0] })
    }
  }

  package static func all(in structure: PublishedStructure, base: PublishedStructure?) -> [PublishedInvariant] {
    let inherited = Set(base.map { list($0, name: structure.id) } ?? [])
    return list(structure, name: structure.id).filter { !inherited.contains($0) }
  }

  private static func list(_ structure: PublishedStructure, name: String) -> [PublishedInvariant] {
    structure.elements.flatMap { element in
      element.constraints.map {
        PublishedInvariant(
          key: $0.key, severity: $0.severity, path: name + $0.path.dropFirst(structure.rootPath.count), rule: $0.rule)
      }
    }
  }
}

/// The demand of a constraint, in the language of its release.
package enum PublishedRule: Hashable, Sendable, CustomStringConvertible {
  case xpath(String)
  case fhirpath(String)
  /// A sentence of the definition of an element, which states the demand in no other way.
  case text(String)
  /// A sentence of the page about a type.
  case page(String)

  package var description: String {
    switch self {
    case .xpath(let expression): "xpath \(expression)"
    case .fhirpath(let expression): "fhirpath \(expression)"
    case .text(let sentence): "text \(sentence)"
    case .page(let sentence): "page \(sentence)"
    }
  }
}
