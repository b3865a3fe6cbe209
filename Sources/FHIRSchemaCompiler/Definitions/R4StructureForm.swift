/// A `StructureDefinition` in the form of R4 and R5, and of STU3, which differs in details.
///
/// A type lists its profiles and targets, content is reused by path, the types of ids and of primitive values are those
/// of FHIRPath, and inherited constraints name their source. STU3 repeats a type for each target, names value sets by
/// reference or URI, and states the JSON type of a primitive value by an extension, as DSTU2 does.
struct R4StructureForm: Decodable {
  private static let systemTypes = "http://hl7.org/fhirpath/System."
  private static let fhirType = "http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type"
  private static let regexes = ["", "structuredefinition-"].map { "http://hl7.org/fhir/StructureDefinition/\($0)regex" }
  private static let maximum = "http://hl7.org/fhir/StructureDefinition/elementdefinition-maxValueSet"

  let id: String
  let fhirVersion: String
  let kind: String
  let abstract: Bool
  let baseDefinition: String?
  let snapshot: Snapshot

  struct Snapshot: Decodable { let element: [Element] }

  struct Element: Decodable {
    let path: String
    let base: Origin?
    let representation: [String]?
    let definition: String?
    let comment: String?
    let requirements: String?
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
    let source: String?
  }

  func structure() throws(CompilerError) -> PublishedStructure {
    let isPrimitive = kind == "primitive-type"
    var elements: [PublishedElement] = []
    for element in snapshot.element {
      elements.append(try self.element(element, isValue: isPrimitive && element.path == id + ".value"))
    }
    return PublishedStructure(
      id: id, fhirVersion: fhirVersion, kind: kind, abstract: abstract,
      baseName: baseDefinition.map(lastPathComponent), primitive: isPrimitive ? try primitive() : nil,
      elements: elements)
  }

  private func primitive() throws(CompilerError) -> PublishedPrimitive {
    guard let type = snapshot.element.first(where: { $0.path == id + ".value" })?.type?.first,
      let name = type.codeSibling?.extension.first(PublishedExtension.jsonType)?.valueString
        ?? type.code?.trimmingPrefix(Self.systemTypes).description
    else { throw CompilerError("\(id): no value") }
    let kind: SchemaPrimitive.JSONKind
    switch name {
    case "String", "Date", "DateTime", "Time", "string": kind = .string
    case "Integer", "Decimal", "number": kind = .number
    case "Boolean", "boolean": kind = .boolean
    default: throw CompilerError("\(id): the type '\(name)' is unknown")
    }
    return PublishedPrimitive(
      kind: kind, regex: Self.regexes.lazy.compactMap { type.extension.first($0)?.valueString }.first)
  }

  private func element(_ element: Element, isValue: Bool) throws(CompilerError) -> PublishedElement {
    var types: [(code: String?, profiles: [String])] = []
    if !isValue {
      types = (element.type ?? []).map { (Self.fhirType(of: $0), ($0.targetProfile ?? $0.profile)?.all ?? []) }
    }
    var content: String?
    if let reference = element.contentReference {
      guard reference.hasPrefix("#") else {
        throw CompilerError("\(element.path): the content of '\(reference)' is not in the same structure")
      }
      content = String(reference.dropFirst())
    }
    return PublishedElement(
      path: element.path, origin: element.base?.path ?? element.path,
      // A value of FHIRPath's own types is no element, so it has neither id nor extensions: the id of a resource.
      isAttribute: element.representation?.contains("xmlAttr") ?? false
        || !isValue && (element.type ?? []).contains { $0.code?.hasPrefix(Self.systemTypes) ?? false },
      isAbsolute: PublishedElement.isAbsolute(element.definition), min: element.min, max: element.max,
      types: try .init(merging: types, at: element.path), contentPath: content,
      binding: try element.binding.flatMap { binding throws(CompilerError) in
        try .init(
          strength: binding.strength, valueSet: binding.url.map(Self.unversioned),
          maximum: binding.extension.first(Self.maximum)?.canonical.map(Self.unversioned), at: element.path)
      },
      constraints: try constraints(of: element),
      text: PublishedElement.text(element.definition, element.comment, element.requirements))
  }

  /// The FHIR type: an extension states it for FHIRPath's types, except for the id of `xhtml`.
  private static func fhirType(of type: ElementType) -> String? {
    guard let code = type.code, code.hasPrefix(systemTypes) else { return type.code }
    return type.extension.first(fhirType)?.valueUrl ?? code.dropFirst(systemTypes.count).lowercased()
  }

  /// The constraints of the element itself: one from its type or its base names that as its source. R4B names the source
  /// of all, so that what the root states is left out at elements whose type is the structure itself.
  private func constraints(of element: Element) throws(CompilerError) -> [PublishedConstraint] {
    var result: [PublishedConstraint] = []
    let root = element.path == snapshot.element.first?.path ? [] : snapshot.element.first?.constraint ?? []
    for constraint in element.constraint ?? [] {
      if let source = constraint.source {
        guard lastPathComponent(source) == id, !root.contains(where: { $0.key == constraint.key }) else { continue }
      }
      guard let expression = constraint.expression else {
        throw CompilerError("\(element.path): \(constraint.key) has no expression")
      }
      result.append(
        PublishedConstraint(key: constraint.key, severity: constraint.severity, rule: .fhirpath(expression)))
    }
    return result
  }

  /// A canonical URL without its version.
  private static func unversioned(_ canonical: String) -> String { String(canonical.prefix { $0 != "|" }) }
}
