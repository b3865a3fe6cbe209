import FHIRTerminologyCompiler
import Testing

@testable import FHIRTerminology
@testable import fhirbench

/// A pack that is not whole is refused, and equal sources give equal bytes.
@Suite struct PackDamageTests {
  @Test func aPackThatIsCutAnywhereIsRefused() throws {
    let bytes = try Packs.compile(Packs.all).bytes
    for count in 0..<bytes.count {
      #expect(throws: TerminologyPackError.self, "\(count)") { try TerminologyPack(Array(bytes[..<count])) }
    }
    #expect(throws: TerminologyPackError.self) { try TerminologyPack(bytes + [0]) }
  }

  @Test func aChangedByteIsFound() throws {
    let bytes = try Packs.compile(Packs.all).bytes
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[place] ^= 0x20
      #expect(throws: TerminologyPackError.self, "\(place)") { try TerminologyPack(changed).verify() }
    }
  }

  @Test func anAnswerNeverRestsOnDamagedBytes() throws {
    var bytes = try Packs.compile(Packs.all).bytes
    bytes[20] ^= 1
    let pack = try TerminologyPack(bytes)
    #expect(pack.damage == nil)
    #expect(throws: TerminologyPackError.self) { try pack.lookup("Wood", in: "http://example.org/glue") }
    #expect(pack.damage != nil)
  }

  /// With correct checksums, so that the checks of offsets are all that is left.
  @Test func hostileContentsDoNotTrap() throws {
    let bytes = try Packs.compile(Packs.all).bytes
    // Of packs whose directory is changed, too, one in twenty is opened.
    let sections = try TerminologyPack(bytes).systems.flatMap(\.directory.sections)
    let ends = [try #require(sections.map { $0.start + $0.count }.max()), bytes.count - 400]
    // The same in each run: a trap tells nothing of the pack that caused it.
    var random = SeededRandom(seed: 1)
    for number in 0..<2_000 {
      var changed = bytes
      let end = ends[number % 2] - 16
      for _ in 0..<4 { changed[16 + Int(random.next() % UInt64(end))] = UInt8(truncatingIfNeeded: random.next()) }
      guard let pack = try? TerminologyPack(PackRepair.withChecksums(changed)) else { continue }
      for system in pack.systems {
        for number in 0..<min(system.count, 20) {
          _ = try? (system.code(number), system.labels(number), system.facts(of: number), system.parents(of: number))
          _ = try? (system.kinds(of: number), system.isKind(number, of: 0), system.members(ofSet: number))
          for property in ["TTY", "CLASS"].compactMap({ system.property(named: $0) }) {
            for value in (try? system.numbers(property, number)) ?? [] { _ = try? system.value(value, of: property) }
          }
        }
      }
    }
  }

  /// The systems with a hierarchy, each of a pack with changed contents and right checksums.
  private func forged(_ change: (PackedSystem, inout [UInt8]) -> Void) throws -> [PackedSystem] {
    let bytes = try Packs.compile(Packs.all).bytes
    let systems = try TerminologyPack(bytes).systems.enumerated().filter(\.element.hasHierarchy)
    #expect(!systems.isEmpty)
    return try systems.map { place, system in
      var changed = bytes
      change(system, &changed)
      return try TerminologyPack(PackRepair.withChecksums(changed)).systems[place]
    }
  }

  /// A range of four thousand million parents, for which no memory is reserved.
  @Test func aForgedRangeIsDamage() throws {
    let systems = try forged { system, bytes in
      let end = system[.parentStarts].start + 4
      bytes.replaceSubrange(end..<end + 4, with: [1, 0, 0, 0xC2])
    }
    for system in systems {
      #expect(throws: PackDamage.self) { for number in 0..<system.count { _ = try system.parents(of: number) } }
    }
  }

  /// What is above a concept stands before it: else a search for it need not end.
  @Test func aConceptAboveItselfIsDamage() throws {
    let systems = try forged { system, bytes in
      let parents = system[.parents]
      for place in stride(from: parents.start, to: parents.start + parents.count, by: 4) {
        bytes[place] = UInt8(system.count - 1)
      }
    }
    for system in systems {
      #expect(throws: PackDamage.self) {
        for number in 0..<system.count { for other in 0..<system.count { _ = try system.isKind(number, of: other) } }
      }
    }
  }

  @Test func equalInputsGiveEqualBytes() throws {
    let first = try Packs.compile(Packs.all).bytes
    #expect(try Packs.compile(Packs.all).bytes == first)
    // FHIR's code systems are written as they come; the files of the others may come in any order.
    let tables = Packs.all.dropLast()
    #expect(try Packs.compile(Array(tables.reversed())).pack.contents == Packs.compile(Array(tables)).pack.contents)
  }
}
