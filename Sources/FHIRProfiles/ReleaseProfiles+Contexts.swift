import FHIRSchema

/// The element that contains an extension, in the terms of extension contexts.
struct ExtensionPlace {
  var item: JudgedItem
  /// The path in the definitions: the type of the resource, and the names of the elements.
  var path: String
  /// The row of the type that has the element, and the element's name in it; -1 for a resource.
  var owner = -1
  var name = ""
  /// The url of the extension that the element is, `nil` for any other.
  var url: String?
}

extension ReleaseProfiles {
  /// Whether an extension is allowed in an element. If a context has a form that is not judged, it is.
  func allows(_ contexts: [ExtensionContext], _ place: ExtensionPlace) -> Bool {
    contexts.contains { context in
      switch context.kind {
      case .extension: place.url == context.expression
      case .other: true
      case .expression: false
      case .element: isContext(context.expression, place)
      }
    }
  }

  /// Whether a context names an element: every element, or by its path, by its type or by the type that has it.
  private func isContext(_ expression: String, _ place: ExtensionPlace) -> Bool {
    let expression = Self.path(inContext: expression)
    if expression == "*" || expression == "Any" { return true }
    if let row = schema.type(named: expression) {
      // Resources also count as elements, although no definition derives them from Element.
      if row == roles.element || place.item.type >= 0 && isKind(place.item.type, of: row) { return true }
    }
    if Self.isSame(place.path, expression) { return true }
    var row = place.owner
    while row >= 0 {
      if Self.isSame("\(schema.typeNames[row]).\(place.name)", expression) { return true }
      row = bases[row]
    }
    return false
  }

  /// The path in a context, which may be the id of an element in a profile: `http://example.org/profile#Patient.name:a`.
  ///
  /// Any record may have the elements of a profile, and any of their values may be in its slices; so neither is asked.
  private static func path(inContext expression: String) -> String {
    let id = expression.split(separator: "#", omittingEmptySubsequences: false).last ?? ""
    return id.split(separator: ".", omittingEmptySubsequences: false).map { $0.prefix { $0 != ":" } }
      .joined(separator: ".")
  }

  /// Whether both are the same path; the suffix of a choice may be omitted.
  private static func isSame(_ path: String, _ expression: String) -> Bool {
    path == expression || path.hasSuffix("[x]") && path.dropLast(3) == expression
  }
}
