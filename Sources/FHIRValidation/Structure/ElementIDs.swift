import FHIRTape
import FHIRNarrative
import FHIRSupport

/// All values of `id` in one resource, gathered when a narrative links to a place in it.
struct ElementIDs: ~Copyable {
  private var ids = TextSet()
  private var owner = TapeIndex.none

  /// Whether no ids are gathered.
  var isForgotten: Bool { !owner.exists }

  /// Clears the ids of the previous resource.
  mutating func forget() { owner = .none }

  /// Whether some element of the resource, contained resources included, has this id.
  mutating func contains(_ id: UInt64, in resource: TapeIndex, of tape: Tape) -> Bool {
    guard resource.exists else { return true }
    if owner != resource { gather(resource, tape) }
    return ids.view.contains(id)
  }

  private mutating func gather(_ resource: TapeIndex, _ tape: Tape) {
    owner = resource
    ids.reset(expecting: tape.next(resource).distance(from: resource))
    // A flat loop over the tape: tags identify the keys, so no recursion is needed.
    var index = resource
    let end = tape.next(resource)
    while index < end {
      switch tape.tag(index) {
      case .object, .array: index = index.content
      case .key, .escapedKey:
        let value = index.value
        if tape.string(index, equals: "id"), tape.tag(value) == .string || tape.tag(value) == .escapedString {
          _ = ids.insert(NarrativeScanner.hash(tape.lexeme(value), tape.length(value)))
        }
        index = index.following
      default: index = index.following
      }
    }
  }
}
