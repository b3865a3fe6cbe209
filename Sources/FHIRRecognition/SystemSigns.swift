import FHIRSchema
import FHIRTape

/// The releases that the code systems in a record show.
struct SystemSigns {
  private(set) var releases: ReleaseSet = []
  /// How many words of the tape are examined: more of a large record add nothing.
  private static let mostWords = 4_000

  /// Looks at each `system` of a resource, however deep.
  @inline(never)
  init(_ distinctions: Unmanaged<ReleaseDistinctions>, _ tape: Tape, _ index: TapeIndex) {
    let end = min(tape.next(index), index.advanced(by: Self.mostWords))
    var place = index.content
    // All words in order. The second word of an object or array is below that of any key.
    while place < end {
      if tape.isKey(place, plain: "system"), tape.tag(place.value) == .string {
        let (system, count) = (tape.lexeme(place.value), tape.length(place.value))
        releases.formUnion(distinctions._withUnsafeGuaranteedRef { $0.releases(ofSystem: system, count) })
      }
      place = place.following
    }
  }
}
