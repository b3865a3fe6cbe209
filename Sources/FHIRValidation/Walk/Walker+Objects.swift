import FHIRPath
import FHIRSchema
import FHIRTape

/// What an object is judged for after its members.
///
/// These are methods of the walker that call the judges, and not inlined: so the loop over members calls methods of the
/// walker only, and the walker's address stays in one register.
extension Walker {
  @inline(never)
  mutating func checkSiblings(of object: TapeIndex, type: TypeID) {
    structure.checkSiblings(of: object, type: type, &cursor)
  }

  @inline(never)
  mutating func checkStrangers(of object: TapeIndex, type: TypeID) {
    structure.checkStrangers(of: object, type: type, &cursor)
  }

  @inline(never)
  mutating func reportMissing(_ missing: UInt64, in object: TapeIndex, type: TypeID) {
    structure.reportMissing(missing, in: object, type: type, &cursor)
  }

  /// Judges an object of a type that asks for more than its members and invariants.
  @inline(never)
  mutating func check(_ object: TapeIndex, type: TypeID, seen: UInt64) {
    switch cursor.rows.types[type].check {
    case .none: break
    case .extension: structure.checkExtension(object, seen: seen, &cursor)
    case .meta: if seen & cursor.roles.metaProfile.bit != 0 { countProfiles(of: object) }
    case .coding: terminology.checkCoding(object, &cursor)
    case .quantity: terminology.checkQuantity(object, type: type, &cursor)
    case .observation: terminology.checkVitalSign(of: object, &cursor)
    case .reference:
      if let type = cursor.roles.referenceType, seen & type.bit != 0 {
        references.checkReferenceType(object, type, &cursor)
      }
    case .attachment:
      structure.checkSize(of: object, seen: seen, &cursor)
      structure.checkHash(of: object, seen: seen, &cursor)
    case .identifier: structure.checkIdentifier(object, seen: seen, &cursor)
    }
  }

  /// Judges the invariants that an object may break.
  ///
  /// - Parameter filled: the elements that the object has, one bit each.
  @inline(__always)
  mutating func checkInvariants(_ run: InvariantGates.Run, of object: TapeIndex, type: TypeID, filled: UInt64) {
    var entry = Int(run.first)
    let end = Int(run.end)
    while entry < end {
      if cursor.release.gates.entries[entry].gate.isOpen(filled) {
        entry = checkInvariant(entry, end, of: object, type: type)
      } else {
        entry &+= 1
      }
    }
  }

  /// Judges the invariant of an entry; returns the first entry of the next one.
  @inline(never)
  private mutating func checkInvariant(_ entry: Int, _ end: Int, of object: TapeIndex, type: TypeID) -> Int {
    invariants.judge(entry, end, object: object, type: type, &cursor)
  }
}
