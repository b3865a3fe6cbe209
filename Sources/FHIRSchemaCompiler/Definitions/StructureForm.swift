/// A `StructureDefinition` as published, in the form of any release.
///
/// R4 and R5 list the profiles and targets of a type, reuse content by path, give ids and primitive values types of
/// FHIRPath, and name the source of inherited constraints. DSTU2 and STU3 repeat a type for each target, name value sets
/// by reference or URI, and state the JSON type of a primitive value by an extension. DSTU2 alone reuses content by name
/// and has no FHIRPath.
private struct StructureForm {
  private static let systemTypes = "http://hl7.org/fhirpath/System."
  private static let definitions = "http://hl7.org/fhir/StructureDefinition/"
  private static let fhirType = definitions + "structuredefinition-fhir-type"
  private static let jsonType = definitions + "structuredefinition-json-type"
  private static let regexes = ["regex", "structuredefinition-regex"].map { definitions + $0 }
  private static let maximum = definitions + "elementdefinition-maxValueSet"
  private static let kinds: [String: SchemaPrimitive.JSONKind] = [
    "String": .string, "Date": .string, "DateTime": .string, "Time": .string, "string": .string,
    "Integer": .number, "Decimal": .number, "number": .number,
    "Boolean": .boolean, "boolean": .boolean, "true | false": .boolean,
  ]

  private let json: DefinitionJSON
  private let (id, version, kind): (String, String, String)
  private let elements: [DefinitionJSON]

  init(_ json: DefinitionJSON) throws(CompilerError) {
    self.json = json
    (id, version, kind) = (try json.text(of: "id"), try json.text(of: "fhirVersion"), try json.text(of: "kind"))
    guard ["1.", "3.", "4.", "5."].contains(version.prefix(2)) else {
      throw CompilerError("no reader for structure definitions of version \(version)")
    }
    guard let elements = json["snapshot"]?.items("element") else { throw CompilerError("\(id): no snapshot") }
    self.elements = elements
  }

  func structure() throws(CompilerError) -> PublishedStructure {
    let base = (json["baseDefinition"] ?? json["base"])?.text.map(lastPathComponent)
    let primitive = try primitive(base)
    let named = try namedPaths()
    return PublishedStructure(
      id: id, fhirVersion: version, kind: kind, abstract: json["abstract"]?.boolean ?? false, baseName: base,
      primitive: primitive,
      elements: try elements.map { element throws(CompilerError) in
        try self.element(element, named, isPrimitive: primitive != nil)
      })
  }

  /// The value of a primitive type, which DSTU2 tells only by an extension there: other types also have a `value`.
  private func primitive(_ base: String?) throws(CompilerError) -> SchemaPrimitive? {
    let path = (elements.first?["path"]?.text ?? id) + ".value"
    let type = elements.first { $0["path"]?.text == path }?.items("type").first
    let json = type?["_code"]?.extension(Self.jsonType)?["valueString"]?.text
    guard json != nil || kind == "primitive-type" else { return nil }
    guard let type, let name = json ?? type["code"]?.text?.trimmingPrefix(Self.systemTypes).description else {
      throw CompilerError("\(id): no value")
    }
    guard let kind = Self.kinds[name] else { throw CompilerError("\(id): the JSON type '\(name)' is unknown") }
    return SchemaPrimitive(
      name: id, base: base ?? "Element", kind: kind,
      regex: Self.regexes.lazy.compactMap { type.extension($0)?["valueString"]?.text }.first)
  }

  private func element(
    _ element: DefinitionJSON, _ named: [String: String], isPrimitive: Bool
  ) throws(CompilerError) -> PublishedElement {
    let path = try element.text(of: "path")
    guard let min = element["min"]?.integer else { throw CompilerError("\(path): no minimum") }
    let types = isPrimitive && path.hasSuffix(".value") ? [] : element.items("type")
    let definition = element["definition"]?.text
    return PublishedElement(
      path: path, origin: element["base"]?["path"]?.text ?? path,
      // A value of FHIRPath's own types is no element, so it has neither id nor extensions: the id of a resource.
      isAttribute: element.items("representation").contains { $0.text == "xmlAttr" }
        || types.contains { $0["code"]?.text?.hasPrefix(Self.systemTypes) ?? false },
      // That the value is "an absolute URI that" or "which" names something, or a URL. Others only mention absolute URLs.
      isAbsolute: ["URI that ", "URI which ", "URL that ", "URL which "].contains {
        definition?.contains("n absolute \($0)") ?? false
      },
      min: min, max: try element.text(of: "max"),
      types: try .init(
        merging: types.map { type in
          (Self.fhirType(of: type), (type["targetProfile"] ?? type["profile"])?.items.compactMap(\.text) ?? [])
        }, at: path),
      contentPath: try content(of: element, path, named),
      binding: try element["binding"].flatMap { binding throws(CompilerError) in
        let url = binding["valueSet"] ?? binding["valueSetUri"] ?? binding["valueSetReference"]?["reference"]
        let maximum = binding.extension(Self.maximum)
        let maximumURL = maximum?["valueCanonical"] ?? maximum?["valueReference"]?["reference"]
        return try .init(
          strength: binding.text(of: "strength"), valueSet: url?.text.map(unversioned),
          maximum: maximumURL?.text.map(unversioned), at: path)
      },
      constraints: try constraints(of: element, path),
      text: [definition, (element["comment"] ?? element["comments"])?.text, element["requirements"]?.text]
        .compactMap(\.self).joined(separator: "\n"))
  }

  /// The FHIR type: an extension states it for FHIRPath's types, except for the id of `xhtml`.
  private static func fhirType(of type: DefinitionJSON) -> String? {
    guard let code = type["code"]?.text, code.hasPrefix(systemTypes) else { return type["code"]?.text }
    return type.extension(fhirType)?["valueUrl"]?.text ?? code.dropFirst(systemTypes.count).lowercased()
  }

  private func content(
    of element: DefinitionJSON, _ path: String, _ named: [String: String]
  ) throws(CompilerError) -> String? {
    if let name = element["nameReference"]?.text {
      guard let target = named[name] else { throw CompilerError("\(path): nothing is named '\(name)'") }
      return target
    }
    guard let reference = element["contentReference"]?.text else { return nil }
    guard reference.hasPrefix("#") else {
      throw CompilerError("\(path): the content of '\(reference)' is not in the same structure")
    }
    return String(reference.dropFirst())
  }

  /// The paths of DSTU2's elements that have a name, by that name, which is no path: `TestScript.test.action.operation`
  /// refers to `operation`, the name of `TestScript.setup.action.operation`.
  private func namedPaths() throws(CompilerError) -> [String: String] {
    var paths: [String: String] = [:]
    // The root of a constrained type also has a name, which nothing refers to.
    for element in elements.dropFirst() {
      guard let name = element["name"]?.text else { continue }
      guard paths.updateValue(try element.text(of: "path"), forKey: name) == nil else {
        throw CompilerError("\(id): two elements are named '\(name)'")
      }
    }
    return paths
  }

  /// The constraints of the element itself: one from its type or its base names that as its source. R4B names the source
  /// of all, so that what the root states is left out at elements whose type is the structure itself.
  private func constraints(of element: DefinitionJSON, _ path: String) throws(CompilerError) -> [PublishedInvariant] {
    var result: [PublishedInvariant] = []
    let root = elements[0]["path"]?.text == path ? [] : elements[0].items("constraint")
    for constraint in element.items("constraint") {
      let key = try constraint.text(of: "key")
      if let source = constraint["source"]?.text {
        guard lastPathComponent(source) == id, !root.contains(where: { $0["key"]?.text == key }) else { continue }
      }
      let rule =
        version.hasPrefix("1.")
        ? constraint["xpath"]?.text.map(PublishedRule.xpath)
        : constraint["expression"]?.text.map(PublishedRule.fhirpath)
      guard let rule else { throw CompilerError("\(path): \(key) has no expression") }
      result.append(PublishedInvariant(key: key, severity: try constraint.text(of: "severity"), path: path, rule: rule))
    }
    return result
  }
}

extension PublishedStructure: PublishedResource {
  package init(_ json: DefinitionJSON) throws(CompilerError) { self = try StructureForm(json).structure() }
}
