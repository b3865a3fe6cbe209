/// A `StructureDefinition` in R4's form.
///
/// A type lists its profiles and targets, content is reused by path, the types of ids and of primitive values are those
/// of FHIRPath, and inherited constraints name their source.
struct R4StructureForm: Decodable {
  private static let systemTypes = "http://hl7.org/fhirpath/System."
  private static let fhirType = "http://hl7.org/fhir/StructureDefinition/structuredefinition-fhir-type"
  private static let regex = "http://hl7.org/fhir/StructureDefinition/regex"
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
    let code: String
    let profile: [String]?
    let targetProfile: [String]?
    let `extension`: [PublishedExtension]?
  }

  struct Binding: Decodable {
    let strength: String
    let valueSet: String?
    let `extension`: [PublishedExtension]?
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
      type.code.hasPrefix(Self.systemTypes)
    else { throw CompilerError("\(id): no value") }
    let kind: SchemaPrimitive.JSONKind
    switch type.code.dropFirst(Self.systemTypes.count) {
    case "String", "Date", "DateTime", "Time": kind = .string
    case "Integer", "Decimal": kind = .number
    case "Boolean": kind = .boolean
    default: throw CompilerError("\(id): the type '\(type.code)' is unknown")
    }
    return PublishedPrimitive(kind: kind, regex: type.extension.first(Self.regex)?.valueString)
  }

  private func element(_ element: Element, isValue: Bool) throws(CompilerError) -> PublishedElement {
    var types: [(code: String?, profiles: [String])] = []
    if !isValue {
      types = (element.type ?? []).map { (Self.fhirType(of: $0), $0.targetProfile ?? $0.profile ?? []) }
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
        || !isValue && (element.type ?? []).contains { $0.code.hasPrefix(Self.systemTypes) },
      isAbsolute: PublishedElement.isAbsolute(element.definition), min: element.min, max: element.max,
      types: try .init(merging: types, at: element.path), contentPath: content,
      binding: try element.binding.flatMap { binding throws(CompilerError) in
        try .init(
          strength: binding.strength, valueSet: binding.valueSet.map(Self.unversioned),
          maximum: binding.extension.first(Self.maximum)?.valueCanonical.map(Self.unversioned), at: element.path)
      },
      constraints: try constraints(of: element),
      text: PublishedElement.text(element.definition, element.comment, element.requirements))
  }

  /// The FHIR type: an extension states it for FHIRPath's types, except for the id of `xhtml`.
  private static func fhirType(of type: ElementType) -> String {
    guard type.code.hasPrefix(systemTypes) else { return type.code }
    return type.extension.first(fhirType)?.valueUrl ?? type.code.dropFirst(systemTypes.count).lowercased()
  }

  /// The constraints of the element itself: one from its type or its base names that as its source.
  private func constraints(of element: Element) throws(CompilerError) -> [PublishedConstraint] {
    var result: [PublishedConstraint] = []
    for constraint in element.constraint ?? [] where constraint.source == nil {
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
