import FHIRSchema
import FHIRTape

/// The signs of a record in the usual case: its surroundings show a release, and its own signs agree with each other.
///
/// It counts nothing. It keeps the releases that all signs so far have in common: these lead all others, so they decide
/// as the scores of ``ReleaseSigns`` would. A record whose signs have no release in common is left to those.
struct AgreeingSigns {
  /// The type that defines the members of the record.
  let type: UInt16
  private let rows: DistinctionRows
  private var common = ReleaseSet(rawValue: .max)
  private var seen: UInt64 = 0
  /// Whether any member is a sign.
  private(set) var hasSigns = false

  /// - Parameter typeIndex: the tape index of the resource's type.
  /// - Returns: `nil` for a type that is unknown, or that only some releases have.
  @inline(__always)
  init?(_ rows: DistinctionRows, _ tape: Tape, type typeIndex: TapeIndex) {
    guard typeIndex.exists, tape.tag(typeIndex) == .string, tape.length(typeIndex) < 128,
      case let known = rows.find(
        tape.lexeme(typeIndex), tape.length(typeIndex), of: ReleaseDistinctions.resourceTypes), known >= 0,
      rows.rows[known].releases(having: .string) == rows.all
    else { return nil }
    self.rows = rows
    type = rows.rows[known].content
  }

  /// The bits of the names that may be signs: see ``DistinctionRows/bit(_:_:)``.
  @inline(__always)
  var names: UInt64 { rows.signs(of: type) }

  /// Adds the sign of a member, unless it was added before.
  @inline(__always)
  mutating func add(_ key: TapeIndex, _ tape: Tape) {
    guard type != 0, case let found = ReleaseSigns.find(key, of: type, tape, rows), found >= 0 else { return }
    let row = rows.rows + found
    let bit = 1 &<< UInt64(row.pointee.ordinal)
    guard seen & bit == 0 else { return }
    seen |= bit
    let releases = ReleaseSigns.releases(showing: row, key.value, tape)
    if releases.isEmpty { return }
    hasSigns = true
    common = ReleaseSet(rawValue: common.rawValue & releases.rawValue)
  }

  /// The release of a record with signs; `nil` if they do not agree, or show another release than the surroundings.
  @inline(__always)
  func release(around: RecognisedRelease) -> RecognisedRelease? {
    if common.isEmpty { return nil }
    let best = common.rawValue.trailingZeroBitCount
    let family = rows.family(of: best)
    var rest = common.rawValue & (common.rawValue &- 1)
    while rest != 0 {
      // Unlike releases with equal signs show nothing.
      if rows.family(of: rest.trailingZeroBitCount) != family { return around }
      rest &= rest &- 1
    }
    return family == rows.family(of: Int(around.number.rawValue))
      ? RecognisedRelease(number: ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: best)), reason: .elements) : nil
  }
}
