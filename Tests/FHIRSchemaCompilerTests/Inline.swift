import FHIRSchemaCompiler
import Testing

/// Small definitions written in the tests.
enum Inline {
  /// A structure whose elements are the JSON of a snapshot; the root is added.
  static func structure(
    _ id: String, base: String? = nil, kind: String = "datatype", root: String? = nil, rootMembers: String = "",
    _ elements: String...
  ) throws -> PublishedStructure {
    let base = base.map { "\"base\": \"http://hl7.org/fhir/StructureDefinition/\($0)\"," } ?? ""
    let first = "{\"path\": \"\(root ?? id)\", \"min\": 0, \"max\": \"*\"\(rootMembers)}"
    return try decode(
      """
      {"id": "\(id)", "fhirVersion": "1.0.2", "kind": "\(kind)", "abstract": false, \(base)
       "snapshot": {"element": [\(([first] + elements).joined(separator: ",\n"))]}}
      """)
  }

  /// An element of type string unless other members say so.
  static func element(
    _ path: String, _ members: String = "\"type\": [{\"code\": \"string\"}]", min: Int = 0, max: String = "1"
  ) -> String {
    "{\"path\": \"\(path)\", \"min\": \(min), \"max\": \"\(max)\", \(members)}"
  }

  /// A value set with the further members given.
  static func valueSet(_ id: String, _ members: String) throws -> PublishedValueSet {
    try decode("{\"url\": \"\(url(id))\", \(members)}")
  }

  static func url(_ id: String) -> String { "http://hl7.org/fhir/ValueSet/\(id)" }

  /// The text of the last structure given, compiled with all of them as its definitions.
  static func text(_ structures: PublishedStructure...) throws -> String {
    let last = try #require(structures.last)
    let compiler = StructureCompiler(try PublishedDefinitions(structures: structures))
    return SchemaTextWriter.text(try compiler.compile(last))
  }

  static func decode<Value: PublishedResource>(_ json: String) throws -> Value {
    try Value(DefinitionJSON(Array(json.utf8), name: "the definition"))
  }
}
