import FHIRSchema
import FHIRTape
import FHIRRecognition

/// The element that contains an extension.
struct ExtensionPlace {
  var item: JudgedItem
  /// The row of the type that has the element, and the element's number; `.none` for a resource.
  var owner = TypeID.none
  var element = -1
  /// Whether it is an extension itself.
  var isExtension = false
  /// Whether it is an extension with a definition, or a part of one.
  var isKnown = false
  /// The tape indices of the extensions that it is a part of, from the outermost.
  var wholes: [TapeIndex] = []
}

extension ProfileJudge {
  /// Whether an extension is allowed in an element; `nil` if a context that cannot be judged may allow it.
  mutating func allows(_ definition: Profile, _ place: ExtensionPlace) -> Bool? {
    let type = place.item.type
    // Resources also count as elements, although no definition derives them from Element.
    let isOfType = definition.contextTypes.contains {
      $0 == profiles.roles.element || type.exists && profiles.isKind(type, of: $0)
    }
    if isOfType { return true }
    // One that is not compiled is not judged.
    var isDecided = definition.contexts.count { $0.kind == .expression } == definition.contextPaths.count
    for context in definition.contexts {
      switch context.kind {
      case .extension: if place.isExtension, isPlace(place, of: context.expression) { return true }
      case .element:
        if isPath(context.element, place) { return true }
        let (isAllowed, isSure) = stands(place, for: context.element)
        if isAllowed { return true }
        if !isSure { isDecided = false }
      case .expression: break
      case .other: isDecided = false
      }
    }
    guard let isAmong = isAmong(definition.contextPaths, whole(place)) else { return nil }
    return isAmong ? true : isDecided ? false : nil
  }

  /// Whether an element stands for a type that the release does not have, and whether that is sure.
  ///
  /// A later release has a base type for the resources that have a canonical URL: those with a `url` and a `publisher`,
  /// which no other resource has both. Others may take the place of one, as a resource for anything does.
  private func stands(_ place: ExtensionPlace, for path: Substring) -> (isAllowed: Bool, isSure: Bool) {
    if profiles.schema.type(named: String(path.prefix { $0 != "." })) != nil { return (false, true) }
    guard path == "CanonicalResource" || path == "MetadataResource" else { return (false, false) }
    return place.element >= 0 ? (false, true) : (profiles.isCanonical(place.item.type), false)
  }

  /// The element of a place, with the value beside a `_` sibling, which only expressions need.
  func whole(_ place: ExtensionPlace) -> JudgedItem {
    var item = place.item
    guard !item.value.exists,
      let value = tape.value(KeptText(profiles.schema.name(of: MemberID(item.member))), of: item.owner)
    else {
      return item
    }
    var values = tape.items(of: value).dropFirst(max(item.position, 0)).makeIterator()
    if let value = values.next(), tape.tag(value) != .null { item.value = value }
    return item
  }

  /// Whether a context names an extension by its url, or a part of one by the url and the names of the parts on the
  /// way to it: `http://example.org/a#part`, `http://example.org/a#part#part`.
  private func isPlace(_ place: ExtensionPlace, of expression: String) -> Bool {
    guard let name = url(of: place.item).map(tape.string) else { return false }
    if name == expression { return true }
    let parts = expression.split(separator: "#", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.count <= place.wholes.count + 1 else { return false }
    guard let last = parts.last, name.utf8.elementsEqual(last.utf8) else { return false }
    return zip(place.wholes.suffix(parts.count - 1), parts).allSatisfy { whole, part in
      tape.value(profiles.urlName, of: whole).map { tape.string($0).utf8.elementsEqual(part.utf8) } ?? false
    }
  }

  /// Whether a context names an element by its path, or by the type that has it.
  private func isPath(_ expression: Substring, _ place: ExtensionPlace) -> Bool {
    let form = place.item.type.exists ? profiles.schema.typeNames[place.item.type] : ""
    if Self.isSame(path(of: place), expression, form) { return true }
    guard place.element >= 0 else { return false }
    let name = profiles.schema.elements[place.element].name
    var row = place.owner
    while row.exists {
      if Self.isSame("\(profiles.schema.typeNames[row]).\(name)", expression, form) { return true }
      row = profiles.bases[row]
    }
    return false
  }

  /// Whether both are the same path; the suffix of a choice may be omitted, or be the type of its value, as in
  /// `Questionnaire.item.option.valueCoding`.
  private static func isSame(_ path: String, _ expression: Substring, _ type: String) -> Bool {
    if path == expression { return true }
    guard path.hasSuffix("[x]"), expression.hasPrefix(path.dropLast(3)) else { return false }
    let form = expression.dropFirst(path.count - 3)
    return form.isEmpty || form == type.prefix(1).uppercased() + type.dropFirst()
  }

  /// The path of the element that contains the current extension, in the definitions: the type of the resource, and the
  /// names of the elements.
  func path(of place: ExtensionPlace) -> String {
    let names = work.steps.dropLast().map { profiles.schema.elements[Int(rows.members[$0.member.row].element)].name }
    return ([profiles.schema.typeNames[around.resource.type]] + names).joined(separator: ".")
  }
}

extension ExtensionContext {
  /// The path of the element that it names, which may be the id of one in a profile:
  /// `http://example.org/profile#Patient.name:a`.
  ///
  /// Any record may have the elements of a profile, and any of their values may be in its slices; so neither is asked.
  var element: Substring {
    // One of the older form has an `@` before the path of an element that nests.
    let start =
      expression.utf8.lastIndex { $0 == UInt8(ascii: "#") } ?? expression.utf8.firstIndex(of: UInt8(ascii: "@"))
    let id = start.map { expression[expression.utf8.index(after: $0)...] } ?? expression[...]
    guard id.utf8.contains(UInt8(ascii: ":")) else { return id }
    return id.split(separator: ".", omittingEmptySubsequences: false).map { $0.prefix { $0 != ":" } }
      .joined(separator: ".")[...]
  }

  /// The row of the type that it names, `.none` if there is none. Some words stand for all elements.
  func type(_ schema: SchemaTable, _ roles: SchemaRoles) -> TypeID {
    guard kind == .element else { return .none }
    return ["*", "Any", "Base"].contains(element) ? roles.element : schema.type(named: String(element)) ?? TypeID.none
  }
}
