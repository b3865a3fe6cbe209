import FHIRSchema

extension Compiler {
  /// A type specifier as the argument of a function: a name, or two with a dot.
  func typeSpecifier(_ node: SyntaxNode, of function: String) throws(FHIRPathError) -> SyntaxNode.TypeSpecifier {
    switch node.kind {
    case .identifier(let name):
      return SyntaxNode.TypeSpecifier(namespace: nil, name: name, offset: node.offset)
    case .invocation(let left, let right):
      if case .identifier(let namespace) = left.kind, case .identifier(let name) = right.kind {
        return SyntaxNode.TypeSpecifier(namespace: namespace, name: name, offset: left.offset)
      }
    default: break
    }
    throw error(node.offset, "\(function)() needs the name of a type, such as Patient, FHIR.string or System.String")
  }

  mutating func compileType(_ specifier: SyntaxNode.TypeSpecifier) throws(FHIRPathError) -> Int32 {
    let row = Int16(model.schema.type(named: specifier.name)?.row ?? -1)
    switch specifier.namespace {
    case nil where row >= 0 || Compiler.isSystemType(specifier.name) || isKnownElsewhere(specifier.name):
      return addType(specifier.name, .any, row: row)
    case "FHIR" where row >= 0 || isKnownElsewhere(specifier.name):
      return addType(specifier.name, .fhir, row: row)
    case nil, "FHIR":
      throw error(specifier.offset, "there is no type '\(specifier.name)'; the names of types are case-sensitive")
    case "System":
      // FHIR's page writes `System.string`, too. A type that System does not have is one that no item has.
      return addType(specifier.name.prefix(1).uppercased() + specifier.name.dropFirst(), .system, row: -1)
    case .some(let namespace):
      // The type of a nested element is named by its path.
      let path = namespace + "." + specifier.name
      if let row = model.schema.type(named: path) { return addType(path, .fhir, row: Int16(row.row)) }
      throw error(
        specifier.offset,
        "'\(path)' is not a type; the namespaces of types are FHIR and System, and a cast that is to be followed "
          + "by a path belongs in parentheses")
    }
  }

  /// Whether an expression may use a type that only another release has.
  private func isKnownElsewhere(_ name: String) -> Bool { !isStrict && model.isLaterType(name) }

  static func isSystemType(_ name: String) -> Bool { systemKinds[name] != nil }

  mutating func addType(_ name: String, _ namespace: TypeTarget.Namespace, row: Int16) -> Int32 {
    let kind = namespace == .fhir ? .none : Compiler.systemKinds[name] ?? .none
    draft.types.append(
      TypeTarget(
        namespace: namespace, name: draft.arena.arena.keep(name), row: namespace == .system ? -1 : row, kind: kind))
    return Int32(truncatingIfNeeded: draft.types.count - 1)
  }

  /// The System types. `Any` is the type of everything.
  private static let systemKinds: [String: Item.Kind] = [
    "Boolean": .boolean, "String": .string, "Integer": .integer, "Decimal": .decimal, "Date": .date,
    "DateTime": .dateTime, "Time": .time, "Quantity": .quantity, "Any": .node,
  ]
}
