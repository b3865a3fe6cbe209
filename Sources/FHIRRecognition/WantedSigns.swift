import FHIRSchema
import FHIRTape

/// The release whose signs to name, and where to put the names.
struct WantedSigns {
  let release: ReleaseNumber
  let names: UnsafeMutablePointer<[String]>

  /// Notes the name of a member that is a sign of some releases.
  func note(_ key: TapeIndex, _ releases: ReleaseSet, _ tape: Tape) {
    if releases.contains(ReleaseSet(release)) { names.pointee.append(tape.string(key)) }
  }
}
