import FHIRSchemaCompiler
import Foundation
import Testing

/// The corrections of `guide.txt`, compared with the definitions that are published.
struct GuideFilesTests {
  /// Compiles a guide of one extension that states a constraint, and one for its context.
  private func compile(_ line: String) throws -> GuideFiles {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    let (guide, definitions) = (folder.appending(path: "own"), folder.appending(path: "definitions/own"))
    for new in [guide, definitions] {
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("guide own r4 1.0\nsource own\n\(line)\n".utf8).write(to: guide.appending(path: "guide.txt"))
    let definition = """
      {"resourceType": "StructureDefinition", "id": "a", "url": "http://example.org/a", "type": "Extension",
       "contextInvariant": ["active = true"], "differential": {"element": [
         {"path": "Extension", "constraint": [
           {"key": "inv-1", "severity": "error", "human": "Words", "expression": "value.exists()", "xpath": "f:value"},
           {"key": "inv-2", "severity": "error", "human": "Only words", "xpath": "f:value"}]}]}}
      """
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
}
