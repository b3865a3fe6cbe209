import FHIRSchemaCompiler
import Foundation
import Testing

/// The corrections of `guide.txt`, compared with the definitions that are published.
struct GuideFilesTests {
  private static let definition = """
    {"resourceType": "StructureDefinition", "id": "a", "url": "http://example.org/a", "type": "Extension",
     "contextInvariant": ["active = true"], "differential": {"element": [
       {"path": "Extension", "constraint": [
         {"key": "inv-1", "severity": "error", "human": "Words", "expression": "value.exists()", "xpath": "f:value"},
         {"key": "inv-2", "severity": "error", "human": "Only words", "xpath": "f:value"}]}]}}
    """

  /// Compiles a guide of one extension that states a constraint, and one for its context.
  private func compile(_ line: String, _ definition: String = Self.definition) throws -> GuideFiles {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    let (guide, definitions) = (folder.appending(path: "own"), folder.appending(path: "definitions/own"))
    for new in [guide, definitions] {
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("guide own r4 1.0\nsource own\n\(line)\n".utf8).write(to: guide.appending(path: "guide.txt"))
    try Data(definition.utf8).write(to: definitions.appending(path: "StructureDefinition-a.json"))
    let files = try GuideFiles(
      compiling: guide, definitions: folder.appending(path: "definitions"), layout: #require(CheckedIn.layout))
    return try #require(files)
  }

  @Test(arguments: [
    "constraint inv-1 value.exists() => true", "constraint inv-1 value.exists() => id.exists() => Extension.value[x]",
    "constraint inv-2 Only words => value.exists() => context", "constraint a active = true => active.exists()",
  ])
  func takesACorrectionOfWhatIsPublished(line: String) throws {
    let files = try compile(line)
    #expect(try files.text().hasPrefix("guide own r4 1.0\n\(line)\n"))
    // The types have constraints with the same keys; those of the definition are kept.
    let text = try #require(files.files["StructureDefinition-a.json"])
    #expect(text.contains("inv-1") && text.contains("inv-2"))
  }

  @Test(arguments: [
    "constraint inv-1 value.empty() => true", "constraint inv-1 Words => true",
    "constraint inv-3 value.exists() => true",
    "constraint b active = true => active.exists()",
  ])
  func refusesACorrectionOfWhatIsNotPublished(line: String) {
    #expect(throws: CompilerError.self) { try compile(line) }
  }

  @Test func refusesACorrectionWithoutAnExpression() {
    #expect(throws: CompilerError.self) { try compile("constraint inv-1 value.exists()") }
  }

  /// A form that need not be there leaves the other types, where the snapshot has them.
  @Test(arguments: [
    ("0", #"{"code":"Quantity"}"#, true), ("1", #"{"code":"Quantity"}"#, false),
    ("0", #"{"code":"Quantity"},{"code":"string"}"#, false),
  ])
  func takesTheOnlyTypeOfAChoiceFromTheSnapshot(minimum: String, types: String, isTaken: Bool) throws {
    let files = try compile(
      "",
      """
      {"resourceType": "StructureDefinition", "id": "a", "url": "http://example.org/a", "type": "Observation",
       "snapshot": {"element": [{"id": "Observation.value[x]", "path": "Observation.value[x]", "type": [\(types)]}]},
       "differential": {"element": [
         {"id": "Observation.valueQuantity", "path": "Observation.valueQuantity", "min": \(minimum)}]}}
      """)
    let text = try #require(files.files["StructureDefinition-a.json"])
    #expect(text.contains(#"{"path":"Observation.value[x]","type":[{"code":"Quantity"}]},"#) == isTaken)
    #expect(text.contains(#"{"path":"Observation.valueQuantity","min":\#(minimum)}"#))
  }

  // MARK: - Shared definitions

  /// A guide has in its folder what another one lacks or states otherwise, and is built in with the rest.
  @Test func sharesWhatIsTheSameButForTheVersion() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let layout = try #require(CheckedIn.layout)
    func compile(_ name: String, _ version: String, more: String = "", _ types: [String: String]) throws -> GuideFiles {
      let (guide, definitions) = (folder.appending(path: name), folder.appending(path: "definitions/\(name)"))
      for new in [guide, definitions] {
        try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      }
      let head = "guide \(name) r4 \(version)\n\(more)source \(name)\n"
      try Data(head.utf8).write(to: guide.appending(path: "guide.txt"))
      for (id, type) in types {
        let definition = """
          {"resourceType": "StructureDefinition", "id": "\(id)", "url": "http://example.org/\(id)", "version": "\(version)",
           "fhirVersion": "\(version)", "type": "Extension", "differential": {"element": [
             {"path": "Extension.value[x]", "type": [{"code": "\(type)"}]}]}}
          """
        try Data(definition.utf8).write(to: definitions.appending(path: "StructureDefinition-\(id).json"))
      }
      let files = try GuideFiles(compiling: guide, definitions: folder.appending(path: "definitions"), layout: layout)
      try #require(files).write(to: guide)
      return try GuideFiles(reading: guide)
    }
    _ = try compile("own", "1.0", ["a": "string", "b": "string", "c": "string"])
    let other = try compile("other", "2.0", more: "like own\n", ["a": "string", "b": "code", "d": "string"])
    #expect(
      other.files.keys.sorted() == ["StructureDefinition-b.json", "StructureDefinition-d.json", "without.txt"])
    #expect(other.files["without.txt"] == "StructureDefinition-c.json\n")
    let lines = try other.text().split(separator: "\n")
    #expect(lines.prefix(2) == ["guide other r4 2.0", "like own"])
    #expect(lines.contains("definition http://example.org/a"))
    #expect(lines.count { $0.hasPrefix("definition ") } == 3)
    #expect(lines.contains { $0.hasPrefix("definition http://example.org/b {") && $0.contains(#""version":"2.0""#) })
    #expect(other.shared["StructureDefinition-a.json"]?.contains(#""fhirVersion":"2.0""#) == true)
  }
}
