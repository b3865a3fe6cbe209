/// A `StructureDefinition` as published, in the form of any release.
///
/// R4 and R5 list the profiles and targets of a type, reuse content by path, give ids and primitive values types of
/// FHIRPath, and name the source of inherited constraints. DSTU2 and STU3 repeat a type for each target, name value sets
/// by reference or URI, and state the JSON type of a primitive value by an extension. DSTU2 alone reuses content by name
/// and has no FHIRPath.
struct StructureForm: Decodable {
  private static let systemTypes = "http://hl7.org/fhirpath/System."
  private static let fhirType = "http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type"
  private static let regexes = ["", "structuredefinition-"].map { "http://hl7.org/fhir/StructureDefinition/\($0)regex" }
  private static let maximum = "http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet"
  private static let kinds: [String: SchemaPrimitive.JSONKind] = [
    "String": .string, "Date": .string, "DateTime": .string, "Time": .string, "string": .string,
    "Integer": .number, "Decimal": .number, "number": .number,
    "Boolean": .boolean, "boolean": .boolean, "true | false": .boolean,
  ]

  let id: String
  let fhirVersion: String
  let kind: String
  let abstract: Bool
  let base: String?
  let baseDefinition: String?
  let snapshot: Snapshot

  struct Snapshot: Decodable { let element: [Element] }

  struct Element: Decodable {
    let path: String
    let base: Origin?
    let representation: [String]?
    let definition: String?
    let comment: String?
    let comments: String?
    let requirements: String?
    let name: String?
    let nameReference: String?
    let contentReference: String?
    let min: Int
    let max: String
    let type: [ElementType]?
    let binding: Binding?
    let constraint: [Constraint]?
  }

  struct Origin: Decodable { let path: String }

  struct ElementType: Decodable {
    let code: String?
    let profile: OneOrMore?
    let targetProfile: OneOrMore?
    let `extension`: [PublishedExtension]?
    let codeSibling: Sibling?

    struct Sibling: Decodable { let `extension`: [PublishedExtension]? }

    private enum CodingKeys: String, CodingKey {
      case code, profile, targetProfile, `extension`
      case codeSibling = "_code"
    }
  }

  /// A list, or its only element.
  struct OneOrMore: Decodable {
    let all: [String]

    init(from decoder: any Decoder) throws {
      all = try (try? [String](from: decoder)) ?? [String(from: decoder)]
    }
  }

  struct Binding: Decodable {
    let strength: String
    let valueSet: String?
    let valueSetUri: String?
    let valueSetReference: PublishedExtension.Reference?
    let `extension`: [PublishedExtension]?

    var url: String? { valueSet ?? valueSetUri ?? valueSetReference?.reference }
  }

  struct Constraint: Decodable {
    let key: String
    let severity: String
    let expression: String?
    let xpath: String?
    let source: String?
  }

  func structure() throws(CompilerError) -> PublishedStructure {
    let primitive = try primitive()
    let named = try namedPaths()
    var elements: [PublishedElement] = []
    for element in snapshot.element {
      elements.append(try self.element(element, named, isValue: primitive != nil && element.path.hasSuffix(".value")))
    }
    return PublishedStructure(
      id: id, fhirVersion: fhirVersion, kind: kind, abstract: abstract,
      baseName: (baseDefinition ?? base).map(lastPathComponent), primitive: primitive, elements: elements)
  }

  /// The value of a primitive type, which DSTU2 tells only by the extension at its element: other types also have
  /// elements named `value`.
  private func primitive() throws(CompilerError) -> PublishedPrimitive? {
    let path = (snapshot.element.first?.path ?? id) + ".value"
    let type = snapshot.element.first { $0.path == path }?.type?.first
    let json = type?.codeSibling?.extension.first(PublishedExtension.jsonType)?.valueString
    guard json != nil || kind == "primitive-type" else { return nil }
    guard let type, let name = json ?? type.code?.trimmingPrefix(Self.systemTypes).description else {
      throw CompilerError("\(id): no value")
    }
    guard let kind = Self.kinds[name] else { throw CompilerError("\(id): the JSON type '\(name)' is unknown") }
    return PublishedPrimitive(
      kind: kind, regex: Self.regexes.lazy.compactMap { type.extension.first($0)?.valueString }.first)
  }

  private func element(
    _ element: Element, _ named: [String: String], isValue: Bool
  ) throws(CompilerError) -> PublishedElement {
    let published = isValue ? [] : element.type ?? []
    return PublishedElement(
      path: element.path, origin: element.base?.path ?? element.path,
      // A value of FHIRPath's own types is no element, so it has neither id nor extensions: the id of a resource.
      isAttribute: element.representation?.contains("xmlAttr") ?? false
        || published.contains { $0.code?.hasPrefix(Self.systemTypes) ?? false },
      // That the value is "an absolute URI that" or "which" names something, or a URL. Others only mention absolute URLs.
      isAbsolute: ["URI that ", "URI which ", "URL that ", "URL which "].contains {
        element.definition?.contains("n absolute \($0)") ?? false
      },
      min: element.min, max: element.max,
      types: try .init(
        merging: published.map { (Self.fhirType(of: $0), ($0.targetProfile ?? $0.profile)?.all ?? []) },
        at: element.path),
      contentPath: try content(of: element, named),
      binding: try element.binding.flatMap { binding throws(CompilerError) in
        try .init(
          strength: binding.strength, valueSet: binding.url.map(unversioned),
          maximum: binding.extension.first(Self.maximum)?.canonical.map(unversioned), at: element.path)
      },
      constraints: try constraints(of: element),
      text: [element.definition, element.comment ?? element.comments, element.requirements].compactMap(\.self)
        .joined(separator: "\n"))
  }

  /// The FHIR type: an extension states it for FHIRPath's types, except for the id of `xhtml`.
  private static func fhirType(of type: ElementType) -> String? {
    guard let code = type.code, code.hasPrefix(systemTypes) else { return type.code }
    return type.extension.first(fhirType)?.valueUrl ?? code.dropFirst(systemTypes.count).lowercased()
  }

  private func content(of element: Element, _ named: [String: String]) throws(CompilerError) -> String? {
    if let name = element.nameReference {
      guard let path = named[name] else { throw CompilerError("\(element.path): nothing is named '\(name)'") }
      return path
    }
    guard let reference = element.contentReference else { return nil }
    guard reference.hasPrefix("#") else {
      throw CompilerError("\(element.path): the content of '\(reference)' is not in the same structure")
    }
    return String(reference.dropFirst())
  }

  /// The paths of DSTU2's elements that have a name, by that name.
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

  /// The constraints of the element itself: one from its type or its base names that as its source. R4B names the source
  /// of all, so that what the root states is left out at elements whose type is the structure itself.
  private func constraints(of element: Element) throws(CompilerError) -> [PublishedInvariant] {
    var result: [PublishedInvariant] = []
    let root = element.path == snapshot.element.first?.path ? [] : snapshot.element.first?.constraint ?? []
    for constraint in element.constraint ?? [] {
      if let source = constraint.source {
        guard lastPathComponent(source) == id, !root.contains(where: { $0.key == constraint.key }) else { continue }
      }
      let rule =
        fhirVersion.hasPrefix("1.")
        ? constraint.xpath.map(PublishedRule.xpath)
        : constraint.expression.map(PublishedRule.fhirpath)
      guard let rule else { throw CompilerError("\(element.path): \(constraint.key) has no expression") }
      result.append(
        PublishedInvariant(key: constraint.key, severity: constraint.severity, path: element.path, rule: rule))
    }
    return result
  }
}
