import FHIRRecognition
import FHIRTape
import FHIRTerminology
import FHIRTerminologyCompiler

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
    do {
      try TerminologyPack(pack).verify()
    } catch {
      stop("a compiled pack is refused: \(error)")
    }
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
