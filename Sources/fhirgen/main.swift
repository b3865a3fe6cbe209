import FHIRSchema
import FHIRSchemaCompiler
import Foundation

let usage = """
  usage: fhirgen schemas DEFINITIONS_DIR        write Schemas/ from the published definitions
         fhirgen generate                       write the generated Swift from Schemas/
         fhirgen models                         write the generated models from Schemas/
         fhirgen check [--definitions DIR]      compare all with what is checked in; exit code 1 when stale
  """

let withoutAll = "distinctions.txt left as it is: not the definitions of all releases at hand"
let withoutR4 = "foreign-names.txt left as it is: no definitions of R4 at hand"

/// Ends the command after saying why on standard error.
func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(code)
}

do {
  let release = FHIRRelease.dstu2
  let layout = try PackageLayout(from: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch (arguments.first, arguments.count) {
  case ("schemas", 2):
    guard let folder = layout.definitions(release, in: URL(fileURLWithPath: arguments[1])) else {
      throw CompilerError("no definitions in \(arguments[1])")
    }
    let schema = try SchemaFiles(compiling: folder, release: release, layout: layout)
    try schema.write(to: layout.schemas(release), release: release)
    print("\(schema.files.count) files in Schemas/\(release.name)")
    if layout.r4Definitions(beside: folder) == nil { print(withoutR4) }
    if try !DistinctionFiles(layout).writeLines(definitions: URL(fileURLWithPath: arguments[1])) {
      print(withoutAll)
    }
  case ("generate", 1):
    let schema = try SchemaFiles(reading: layout.schemas(release), release: release)
    for (file, text) in [
      (layout.generated(release), try GeneratedSource.swift(schema)),
      (layout.generatedInvariantPages(release), try GeneratedSource.invariantPages(schema)),
    ] {
      try Data(text.utf8).write(to: file)
      print("\(text.utf8.count) bytes in \(file.lastPathComponent)")
    }
    try DistinctionFiles(layout).writeGenerated()
  case ("models", 1):
    let models = try GeneratedModels(SchemaFiles(reading: layout.schemas(release), release: release))
    try models.write(to: layout.models(release))
    print("\(models.files.count) files in \(layout.models(release).lastPathComponent)")
  case ("check", 1), ("check", 3):
    var given: URL?
    if arguments.count == 3 {
      guard arguments[1] == "--definitions" else { fail(usage, code: 2) }
      given = URL(fileURLWithPath: arguments[2])
    }
    var complaints = try FreshnessCheck.generated(layout, release)
    complaints += try FreshnessCheck.models(layout, release)
    complaints += try DistinctionFiles(layout).complaints(definitions: given)
    if let folder = layout.definitions(release, in: given) {
      complaints += try FreshnessCheck.schemas(layout, release, definitions: folder)
      if layout.r4Definitions(beside: folder) == nil { print(withoutR4) }
    } else if let given {
      throw CompilerError("no definitions in \(given.path)")
    } else {
      print("Schemas/ not checked: no definitions at hand")
    }
    for complaint in complaints.prefix(20) { print(complaint) }
    if complaints.count > 20 { print("and \(complaints.count - 20) more") }
    if !complaints.isEmpty { exit(1) }
    print("up to date")
  default:
    fail(usage, code: 2)
  }
} catch {
  fail("fhirgen: \(error)", code: 2)
}
