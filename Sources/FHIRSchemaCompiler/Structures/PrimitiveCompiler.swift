extension SchemaPrimitive {
  private static let jsonType = "http://hl7.org/fhir/StructureDefinition/structuredefinition-json-type"
  private static let regexURL = "http://hl7.org/fhir/StructureDefinition/structuredefinition-regex"

  /// The primitive that a structure defines, or nil when it defines a complex type.
  ///
  /// A primitive is known by its `value` element, whose type is said in an extension: how it looks in JSON.
  package init?(_ structure: PublishedStructure) throws(CompilerError) {
    let value = structure.snapshot.element.first { $0.path == structure.rootPath + ".value" }
    guard
      let type = value?.type?.first,
      let json = type.codeSibling?.extension?.first(where: { $0.url == Self.jsonType })?.valueString
    else { return nil }
    switch json {
    case "string": kind = .string
    case "number": kind = .number
    case "true | false": kind = .boolean
    default: throw CompilerError("\(structure.id): the JSON type '\(json)' is unknown")
    }
    name = structure.id
    base = structure.baseName ?? "Element"
    regex = type.extension?.first { $0.url == Self.regexURL }?.valueString
  }
}
