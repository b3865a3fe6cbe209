import FHIRDiagnostics
import FHIRSchema
import FHIRSchemaCompiler
import FHIRTestSupport
import FHIRValidation
import Foundation

/// An invented release: a dozen types with invented names, in the folder `toy`, in the form of `Schemas/README.md`.
///
/// It is built at run time and goes through all steps of a published release. It shares what FHIR's JSON fixes for all
/// releases: `resourceType`, and the members of a resource, an entry and a coding.
enum ToyRelease {
  static let release = FHIRRelease(name: "toy", version: "0.1.0")
  private static let folder = PackageRoot.url.appending(path: "Tests/ToyReleaseTests")

  static func files() throws -> SchemaFiles {
    try SchemaFiles(reading: folder.appending(path: "toy"), release: release)
  }

  static func definitions() throws -> Definitions {
    let text = try GeneratedSource.text(files())
    // The table keeps pointers into its text, as into a literal.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return try Definitions(SchemaText(UnsafeBufferPointer(bytes)))
  }

  /// A validator for a published release and the toy one.
  static func validator(_ options: ValidationOptions = ValidationOptions()) throws -> Validator {
    let lines = String(decoding: try PackageRoot.bytes(folder.appending(path: "distinctions.txt")), as: UTF8.self)
    let roles = try ["Schemas/dstu2/roles.txt", "Tests/ToyReleaseTests/toy/roles.txt"].map {
      String(decoding: try PackageRoot.bytes($0), as: UTF8.self)
    }
    let distinctions = try ReleaseDistinctions.read(
      Array(DistinctionCompiler.compiledText(head: "", roles: roles, lines: lines).utf8))
    guard let published = Definitions.of(.dstu2) else { throw CompilerError("no definitions of DSTU2") }
    return Validator(
      definitions: DefinitionSet(published, try definitions()), distinctions: distinctions, options: options)
  }

  /// Each finding as its rule and path, in order.
  static func findings(_ result: ValidationResult) -> [String] {
    result.diagnostics.map { "\($0.rule) \($0.path)" }
  }
}
