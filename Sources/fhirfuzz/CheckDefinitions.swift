import ClinicalSources
import FHIRFindings
import FHIRProfiles
import FHIRRecognition
import FHIRSchema
import FHIRTape
import FHIRTerminology
import FHIRTerminologyCompiler
import FHIRValidation

/// Checks the reader and the compiler of definitions, and validation by them: whatever the definitions are, nothing
/// traps, the work is bounded, every fault has a message, and two runs agree. The input is a text of lines. The
/// definitions in it apply to the records in it and, by each profile that the input defines, to some fixed records.
func checkDefinitions(_ bytes: [UInt8]) {
  var library = ProfileLibrary()
  library.add(bytes, name: "input")
  for release in FHIRRelease.published {
    func validator() -> Validator? {
      Validator(release: release, library: library, profiles: Array(library.urls.prefix(50)))
    }
    guard let first = validator(), let second = validator() else { continue }
    let (faults, again) = (first.profileFaults, second.profileFaults)
    require(Set(faults) == Set(again), "two runs complain of other things")
    for fault in faults { require(!fault.message.isEmpty, "a fault without words") }
    for record in [bytes] + records {
      let (found, other) = (first.validate(record), second.validate(record))
      require(found.findings == other.findings, "two runs differ", found.findings, other.findings)
      requireSound(found.findings, in: record)
    }
  }
}

/// Checks the reader of packages, without compression: no name leads out, limits hold, pieces make no difference.
func checkPackage(_ bytes: [UInt8]) {
  var limits = DefinitionPackage.Limits()
  (limits.entries, limits.bytesOfOne) = (50, 64 << 10)
  var all: [[String]] = []
  for largest in [100, 4096] {
    var names: [String] = []
    let problems = DefinitionPackage.read(inflated: ChunkedSource(bytes, largest: largest), limits: limits) {
      name, file in
      require(!name.split(separator: "/").contains("..") && !name.hasPrefix("/"), "a path that leads out: \(name)")
      require(file.count <= limits.bytesOfOne, "\(file.count) bytes, beyond the limit")
      names.append("\(name) \(file.count)")
    }
    require(names.count <= limits.entries, "\(names.count) files, beyond the limit")
    all.append(names + problems)
  }
  require(all[0] == all[1], "two sizes of pieces give other files")
}

/// Checks the compiler of terminologies: whatever a file is, nothing traps, and a pack that comes out is sound.
func checkTerminology(_ bytes: [UInt8]) {
  // What these tables are is told by their names, too.
  for name in ["a.csv", "rrf/RXNSAB.RRF", "Snapshot/sct2_Concept_Snapshot_INT_20300131.txt"] {
    var pack: [UInt8] = []
    do {
      let compiler = try TerminologyCompiler(bundles: .published) { pack += $0 }
      _ = try bytes.withUnsafeBytes { try compiler.add(MemorySource($0), path: name) }
      try compiler.finish()
    } catch {
      continue
    }
    do { try TerminologyPack(pack).verify() } catch { stop("a compiled pack is refused: \(error)") }
    checkPack(pack)
  }
}

/// Checks the reader of packs: whatever the bytes are, nothing traps.
func checkPack(_ bytes: [UInt8]) {
  guard let pack = try? TerminologyPack(bytes) else { return }
  _ = pack.definitions
  for system in pack.systems {
    for concept in 0..<min(system.count, 50) {
      _ = try? (system.facts(of: concept), system.labels(concept), system.parents(of: concept))
      _ = try? (system.kinds(of: concept), system.isKind(concept, of: 0), system.members(ofSet: concept))
      if let code = try? system.code(concept) { _ = system.find(code) }
    }
    for (property, operation) in [("concept", "is-a"), ("parent", "="), ("STATUS", "exists"), ("TTY", "=")] {
      let filter = CodeFilter(property: property, operation: operation, value: "1")
      _ = try? system.concepts(meeting: [filter]) { _, _ in nil }
    }
  }
}
