import FHIRSchema

extension ReleaseProfiles {
  /// The path of an element in the definitions; an element of a nested type has that of its owner before it.
  func path(below path: String, _ element: String, _ member: Int) -> String { "\(path).\(element)" }

  /// Whether an extension may stand in an element.
  ///
  /// - Parameter url: that of the extension which the element is, `nil` for any other.
  func allows(_ contexts: [ExtensionContext], path: String, type: Int, url: String?) -> Bool {
    contexts.contains { context in
      switch context.kind {
      case .extension: url == context.expression
      // Where an expression says it, nothing is said here.
      case .fhirPath: true
      case .element: isContext(context.expression, path: path, type: type)
      }
    }
  }

  /// Whether an element is what a definition names as the context of an extension: an element by its path, a type and
  /// all that is of it, or an element of a type.
  private func isContext(_ expression: String, path: String, type: Int) -> Bool {
    // A definition may be about all elements of a kind, such as those of a profile: `Patient#...` is about the type.
    let expression = String(expression.prefix { $0 != "#" })
    if expression == path || expression == "*" || expression == "Any" { return true }
    if let row = schema.type(named: expression) { return type >= 0 && isKind(type, of: row) }
    // `HumanName.family` on a name anywhere, `Patient.deceased` for `Patient.deceased[x]`.
    let choice = path.hasSuffix("[x]") ? String(path.dropLast(3)) : path
    if expression == choice { return true }
    guard let dot = path.lastIndex(of: ".") else { return false }
    return ownerTypes(of: String(path[..<dot])).contains { "\($0)\(path[dot...])" == expression }
  }

  /// The name of the type at a path, with those of its bases.
  private func ownerTypes(of path: String) -> [String] {
    var row = -1
    for (place, part) in path.split(separator: ".").enumerated() {
      if place == 0 {
        row = schema.type(named: String(part)) ?? -1
      } else if row >= 0, let slot = schema.elements(of: row).firstIndex(where: { $0.name == part }),
        let type = BaseElement(schema, type: row, slot: slot).types.first
      {
        row = type
      } else {
        return []
      }
    }
    var names: [String] = []
    while row >= 0 {
      names.append(schema.typeNames[row])
      row = bases[row]
    }
    return names
  }
}
