import FHIRTape
import FHIRNarrative

/// All values of `id` in one resource, gathered when a narrative links to a place in it.
struct ElementIDs: ~Copyable {
  private var ids = TextSet()
  private var owner = -1

  /// Clears the ids of the previous resource.
  mutating func forget() { owner = -1 }

  /// Whether some element of the resource, contained resources included, has this id.
  mutating func contains(_ id: UInt64, in resource: Int, of tape: Tape) -> Bool {
    guard resource >= 0 else { return true }
    if owner != resource { gather(resource, tape) }
    return ids.view.contains(id)
  }

  private mutating func gather(_ resource: Int, _ tape: Tape) {
    owner = resource
    ids.reset(expecting: tape.next(resource) - resource)
    // A flat loop over the tape: tags identify the keys, so no recursion is needed.
    var index = resource
    let end = tape.next(resource)
    while index < end {
      switch tape.tag(index) {
      case .object, .array: index += 2
      case .key, .escapedKey:
        let value = index + 1
        if tape.string(index, equals: "id"), tape.tag(value) == .string || tape.tag(value) == .escapedString {
          _ = ids.insert(NarrativeScanner.hash(tape.lexeme(value), tape.length(value)))
        }
        index += 1
      default: index += 1
      }
    }
  }
}
