/// A `StructureDefinition` in DSTU2's form.
///
/// A type is repeated for each of its targets, content is reused by name, and an extension states the JSON type of a
/// primitive value.
struct DSTU2StructureForm: Decodable {
  private static let regex = "http://hl7.org/fhir/StructureDefinition/structuredefinition-regex"

  let id: String
  let fhirVersion: String
  let kind: String
  let abstract: Bool
  let base: String?
  let snapshot: Snapshot

  struct Snapshot: Decodable { let element: [Element] }

  struct Element: Decodable {
    let path: String
    let base: Origin?
    let representation: [String]?
    let definition: String?
    let comments: String?
    let requirements: String?
    let name: String?
    let nameReference: String?
    let min: Int
    let max: String
    let type: [ElementType]?
    let binding: Binding?
    let constraint: [Constraint]?
  }

  struct Origin: Decodable { let path: String }

  struct ElementType: Decodable {
    let code: String?
    let profile: [String]?
    let `extension`: [PublishedExtension]?
    let codeSibling: Sibling?

    struct Sibling: Decodable { let `extension`: [PublishedExtension]? }

    private enum CodingKeys: String, CodingKey {
      case code, profile, `extension`
      case codeSibling = "_code"
    }
  }

  struct Binding: Decodable {
    let strength: String
    let valueSetUri: String?
    let valueSetReference: PublishedExtension.Reference?
  }

  struct Constraint: Decodable {
    let key: String
    let severity: String
    let xpath: String
  }

  func structure() throws(CompilerError) -> PublishedStructure {
    let primitive = try primitive()
    let named = try namedPaths()
    var elements: [PublishedElement] = []
    for element in snapshot.element {
      elements.append(try self.element(element, named, isValue: primitive != nil && element.path.hasSuffix(".value")))
    }
    return PublishedStructure(
      id: id, fhirVersion: fhirVersion, kind: kind, abstract: abstract, baseName: base.map(lastPathComponent),
      primitive: primitive, elements: elements)
  }

  /// The value of a primitive type. The extension identifies its element: other types also have elements named `value`.
  private func primitive() throws(CompilerError) -> PublishedPrimitive? {
    let path = (snapshot.element.first?.path ?? id) + ".value"
    guard let type = snapshot.element.first(where: { $0.path == path })?.type?.first,
      let json = type.codeSibling?.extension.first(PublishedExtension.jsonType)?.valueString
    else { return nil }
    let kinds = ["string": SchemaPrimitive.JSONKind.string, "number": .number, "true | false": .boolean]
    guard let kind = kinds[json] else { throw CompilerError("\(id): the JSON type '\(json)' is unknown") }
    return PublishedPrimitive(kind: kind, regex: type.extension.first(Self.regex)?.valueString)
  }

  private func element(
    _ element: Element, _ named: [String: String], isValue: Bool
  ) throws(CompilerError) -> PublishedElement {
    var types: [(code: String?, profiles: [String])] = []
    if !isValue { types = (element.type ?? []).map { ($0.code, $0.profile ?? []) } }
    var content: String?
    if let name = element.nameReference {
      guard let path = named[name] else { throw CompilerError("\(element.path): nothing is named '\(name)'") }
      content = path
    }
    return PublishedElement(
      path: element.path, origin: element.base?.path ?? element.path,
      isAttribute: element.representation?.contains("xmlAttr") ?? false,
      isAbsolute: PublishedElement.isAbsolute(element.definition), min: element.min, max: element.max,
      types: try .init(merging: types, at: element.path), contentPath: content,
      binding: try element.binding.flatMap { binding throws(CompilerError) in
        try .init(
          strength: binding.strength, valueSet: binding.valueSetUri ?? binding.valueSetReference?.reference,
          at: element.path)
      },
      constraints: (element.constraint ?? []).map {
        PublishedConstraint(key: $0.key, severity: $0.severity, rule: .xpath($0.xpath))
      }, text: PublishedElement.text(element.definition, element.comments, element.requirements))
  }

  /// The paths of the elements that have a name, by that name.
  ///
  /// The name is not a path: `TestScript.test.action.operation` refers to `operation`, which is the name of
  /// `TestScript.setup.action.operation`.
  private func namedPaths() throws(CompilerError) -> [String: String] {
    var paths: [String: String] = [:]
    // The root of a constrained type also has a name, which nothing refers to.
    for element in snapshot.element.dropFirst() {
      guard let name = element.name else { continue }
      guard paths.updateValue(element.path, forKey: name) == nil else {
        throw CompilerError("\(id): two elements are named '\(name)'")
      }
    }
    return paths
  }
}
