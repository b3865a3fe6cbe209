import FHIRFindings
public import FHIRProfiles
public import FHIRSchema
import FHIRTape
public import FHIRTerminology
import FHIRTerminologyCompiler
public import FHIRValidation

/// A test's own code systems as a terminology pack, and the records that are validated by it.
public struct PackCase {
  private let release: FHIRRelease
  /// The pack and the definitions.
  public private(set) var library = ProfileLibrary()

  /// Takes a pack that a test compiled.
  public init(_ pack: TerminologyPack, release: FHIRRelease = .r4, definitions: [String] = []) {
    self.release = release
    library.add(pack)
    for definition in definitions { library.add(Array(definition.utf8)) }
  }

  /// Compiles a table with the columns `system` and `code`, and others as needed.
  public init(_ table: String, release: FHIRRelease = .r4, definitions: [String] = []) throws {
    var bytes: [UInt8] = []
    let compiler = try TerminologyCompiler(bundles: .none) { bytes += $0 }
    var table = table
    _ = try table.withUTF8 { text in
      try compiler.add(MemorySource(UnsafeRawBufferPointer(text)), path: "codes.csv")
    }
    try compiler.finish()
    self.init(try TerminologyPack(bytes), release: release, definitions: definitions)
  }

  /// The validator with the pack and the definitions.
  public var validator: Validator {
    guard let validator = Validator(release: release, library: library) else { preconditionFailure("no \(release)") }
    return validator
  }

  /// The findings about codes in a record with one Coding, each with its rule, severity and path.
  ///
  /// - Parameter coding: the members of the Coding, as JSON.
  public func findings(in coding: String) -> [String] {
    let record = #"{ "resourceType": "Basic", "code": { "coding": [{ \#(coding) }] } }"#
    return validator.validate(Array(record.utf8)).findings.filter { $0.rule.group == "code" }
      .map { "\($0.rule) \($0.severity) \($0.path)" }
  }
}
