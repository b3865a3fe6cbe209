import FHIRFindings
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

  static func definitions() throws -> Definitions { try Definitions(SchemaText(text())) }

  /// The schema text, which is never freed: tables and names point into it, as into a literal.
  private static func text() throws -> UnsafeBufferPointer<UInt8> {
    let text = try GeneratedSource.text(files())
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return UnsafeBufferPointer(bytes)
  }

  /// A validator for a published release and the toy one.
  static func validator(_ options: ValidationOptions = ValidationOptions()) throws -> Validator {
    guard let definitions = Definitions.of(.dstu2) else { throw CompilerError("no definitions of DSTU2") }
    return Validator(
      definitions: DefinitionSet(definitions, try Self.definitions()), names: try names.get(), options: options)
  }

  private static let names = Result {
    let published = GeneratedSchema.releases.filter { $0.release == .dstu2 }.map(\.wholeFacts)
    return try ReleaseNames((published + [text()]).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Each finding as its rule and path, in order.
  static func findings(_ result: ValidationResult) -> [String] {
    result.findings.map { "\($0.rule) \($0.path)" }
  }
}
