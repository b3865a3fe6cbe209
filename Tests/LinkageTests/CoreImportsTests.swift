import Foundation
import FHIRTestSupport
import Testing

/// Keeps Foundation out of the modules that applications embed, and out of the command.
///
/// Foundation more than doubles the start-up time of a process, and makes a static binary eight times as large.
struct CoreImportsTests {
  static let modules = [
    "ClinicalRecords", "FHIRFindings", "FHIRCheckCommand", "FHIRDSTU2", "FHIRJSON",
    "FHIRModelRuntime", "FHIRPath", "FHIRPrimitives", "FHIRProfiles", "FHIRR4", "FHIRRecognition",
    "FHIRSchema", "FHIRValidation", "FHIRTape",
    "HealthPreflight", "ClinicalSources", "FHIRReporting", "FHIRSupport", "FHIRTerminology", "FHIRTerminologyCompiler",
    "UCUM", "fhircheck",
  ]

  /// The modules without output, in the order of the data flow.
  static let order = [
    "FHIRSupport", "FHIRFindings", "FHIRJSON", "FHIRTape", "FHIRTerminology", "FHIRTerminologyCompiler",
    "FHIRPrimitives", "UCUM",
    "FHIRSchema",
    "FHIRRecognition",
    "FHIRPath",
    "FHIRProfiles",
    "FHIRValidation",
  ]

  /// Modules of the toolchain: the C library under its names, for the clock, and locks.
  static let platforms = ["Darwin", "Glibc", "Musl", "Synchronization"]

  @Test(arguments: modules)
  func moduleDoesNotImportFoundation(module: String) throws {
    for (file, names) in try Self.imports(of: module) {
      #expect(names.allSatisfy { !$0.hasPrefix("Foundation") && $0 != "Dispatch" }, "\(file)")
    }
  }

  /// No module imports the umbrella, so that users of other modules can avoid Foundation.
  @Test func nothingNeedsTheModuleForFoundation() throws {
    let sources = PackageRoot.url.appending(path: "Sources")
    for module in try FileManager.default.contentsOfDirectory(atPath: sources.path()) where module != "FHIRToolkit" {
      guard !PackageRoot.files(below: sources.appending(path: module), ending: ".swift").isEmpty else { continue }
      for (file, names) in try Self.imports(of: module) {
        #expect(!names.contains("FHIRToolkit"), "\(module)/\(file)")
      }
    }
  }

  /// One direction: a module imports only earlier modules.
  @Test(arguments: order.indices)
  func moduleImportsOnlyEarlierModules(index: Int) throws {
    for (file, names) in try Self.imports(of: Self.order[index]) {
      #expect(Set(names).subtracting(Self.platforms).isSubset(of: Self.order[..<index]), "\(file)")
    }
  }

  /// The imports of each file of a module that has any.
  static func imports(of module: String) throws -> [String: [String]] {
    let folder = PackageRoot.url.appending(path: "Sources/\(module)")
    let files = PackageRoot.files(below: folder, ending: ".swift")
    try #require(!files.isEmpty, "no sources in \(module)")
    var imports: [String: [String]] = [:]
    for file in files {
      let text = String(decoding: try PackageRoot.bytes(folder.appending(path: file)), as: UTF8.self)
      let names = text.split(separator: "\n").compactMap(importedModule)
      if !names.isEmpty { imports[file] = names }
    }
    return imports
  }
  /// The module that a source line imports: attributes and an access level may precede it, a kind may follow the
  /// keyword.
  static func importedModule(_ line: Substring) -> String? {
    let words = line.split { $0 == " " || $0 == "." }
    guard let keyword = words.firstIndex(of: "import"),
      words[..<keyword].allSatisfy({ $0.hasPrefix("@") || levels.contains($0) })
    else { return nil }
    // The generated text has a line for an element named `import`, followed by a number.
    let module = words[(keyword + 1)...].first { !kinds.contains($0) }
    return module.flatMap { $0.first?.isLetter == true ? String($0) : nil }
  }

  private static let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set<Substring> = [
    "struct", "enum", "class", "protocol", "typealias", "func", "let", "var", "actor",
  ]

  @Test(arguments: [
    ("import Foundation", "Foundation"), ("  package import FHIRSchema", "FHIRSchema"),
    ("@preconcurrency public import struct Foundation.Data", "Foundation"), ("// to import things", nil),
    ("let import = 1", nil),
    ("    import 0..* BackboneElement {", nil),
  ])
  func importsAreSeen(line: String, module: String?) {
    #expect(Self.importedModule(Substring(line)) == module)
  }
}
