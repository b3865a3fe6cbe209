import FHIRSchema
import FHIRSchemaCompiler
import Foundation

let usage = """
  usage: fhirgen schemas DEFINITIONS_DIR        write Schemas/ from the published definitions
         fhirgen generate                       write the generated Swift from Schemas/
         fhirgen models                         write the generated models from Schemas/
         fhirgen check [--definitions DIR]      compare all with what is checked in; exit code 1 when stale
  """

func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(code)
}

/// Tells which part is omitted if no other release is available.
func noteMissingNames(_ layout: PackageLayout, _ release: FHIRRelease, _ folder: URL) {
  if layout.otherDefinitions(than: release, beside: folder).isEmpty {
    print("\(release.name)/foreign-names.txt left as it is: no definitions of another release are available")
  }
}

func writeSchemas(_ layout: PackageLayout, from folder: URL) throws {
  var isFound = false
  var restated: [(InvariantFiles, PublishedDefinitions)] = []
  for release in PackageLayout.allReleases {
    guard let folder = layout.definitions(release, in: folder) else { continue }
    isFound = true
    let definitions = try PublishedDefinitions(directory: folder)
    let schema = try SchemaFiles(compiling: definitions, in: folder, release: release, layout: layout)
    try schema.write(to: layout.schemas(release))
    print("\(schema.files.count) files in Schemas/\(release.name)")
    noteMissingNames(layout, release, folder)
    restated.append((try InvariantFiles(schema), definitions))
  }
  // Last, so that the other files are written even if some invariants are not restated yet.
  for (files, definitions) in restated { try files.check(against: definitions) }
  for guide in layout.guides {
    guard let files = try GuideFiles(compiling: guide, definitions: folder, layout: layout) else { continue }
    isFound = true
    try files.write(to: guide)
    print("\(files.files.count) files in Schemas/guides/\(files.name)")
  }
  guard isFound else { throw CompilerError("no definitions in \(folder.path)") }
}

func writeGenerated(_ layout: PackageLayout) throws {
  for (file, text) in try layout.generated() {
    try Data(text.utf8).write(to: file)
    print("\(text.utf8.count) bytes in \(file.lastPathComponent)")
  }
}

func complaints(_ layout: PackageLayout, definitions given: URL?) throws -> [String] {
  var complaints = try FreshnessCheck.generated(layout)
  for guide in layout.guides {
    complaints += try FreshnessCheck.guide(layout, guide, definitions: given ?? layout.publishedDefinitions)
  }
  for release in PackageLayout.allReleases {
    if layout.hasModels(release) { complaints += try FreshnessCheck.models(layout, release) }
    if let folder = layout.definitions(release, in: given) {
      complaints += try FreshnessCheck.schemas(layout, release, definitions: folder)
      noteMissingNames(layout, release, folder)
    } else if let given {
      throw CompilerError("no definitions of \(release.name) in \(given.path)")
    } else {
      print("Schemas/\(release.name) not checked: no definitions are available")
    }
  }
  return complaints
}

do {
  let layout = try PackageLayout(from: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch (arguments.first, arguments.count) {
  case ("schemas", 2): try writeSchemas(layout, from: URL(fileURLWithPath: arguments[1]))
  case ("generate", 1): try writeGenerated(layout)
  case ("models", 1):
    for release in PackageLayout.releases where layout.hasModels(release) {
      let models = try GeneratedModels(SchemaFiles(reading: layout.schemas(release), release: release))
      try layout.models(release).write(models.files)
      print("\(models.files.count) files in FHIR\(release.name.uppercased())")
    }
  case ("check", 1), ("check", 3):
    var given: URL?
    if arguments.count == 3 {
      guard arguments[1] == "--definitions" else { fail(usage, code: 2) }
      given = URL(fileURLWithPath: arguments[2])
    }
    let complaints = try complaints(layout, definitions: given)
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
