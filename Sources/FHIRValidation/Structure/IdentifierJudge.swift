import FHIRPath
import FHIRTape

/// Judges that each id occurs once in a resource, and looks up ids.
struct IdentifierJudge: ~Copyable {
  /// The ids so far, by hash: of the resource, or of a Bundle's own elements, whose entries are walked as records.
  var seen: Set<UInt64> = []
  /// Why ids of a very large Bundle are compared in parts only: the name of the counter.
  static let limitName: ByteText = "ids of elements that are compared in parts"
  private(set) var resourceDepth = 0
  /// All values of `id` in a resource and in its narratives, gathered when a narrative links to a place outside itself.
  private var gathered = TextSet()
  private var owner = TapeIndex.none

  /// Whether no ids were noted or gathered since the start of the resource.
  var isFresh: Bool { seen.isEmpty && !owner.exists }

  /// Starts a resource that is not contained.
  mutating func begin(depth: Int) {
    resourceDepth = depth
    owner = .none
    // The cost of emptying a set grows with its capacity.
    if !seen.isEmpty { seen.removeAll(keepingCapacity: seen.capacity < 1_000) }
  }

  /// Whether some element of the current resource, contained resources included, has this id.
  mutating func contains(_ id: UInt64, _ cursor: borrowing RecordCursor) -> Bool {
    guard cursor.container.exists else { return true }
    if owner != cursor.container { gather(cursor.container, cursor.tape) }
    return gathered.view.contains(id)
  }

  private mutating func gather(_ resource: TapeIndex, _ tape: Tape) {
    owner = resource
    var hashes: [UInt64] = []
    var scanner = NarrativeScanner(limit: 0)
    // A flat loop over the tape: tags identify the keys, so no recursion is needed.
    var index = resource
    let end = tape.next(resource)
    while index < end {
      switch tape.tag(index) {
      case .object, .array: index = index.content
      case .key, .escapedKey:
        let value = index.value
        if tape.tag(value) == .string || tape.tag(value) == .escapedString {
          if tape.string(index, equals: "id") {
            hashes.append(NarrativeScanner.hash(tape.lexeme(value), tape.length(value)))
          } else if tape.string(index, equals: "div") {
            scanner.scan(tape.lexeme(value))
            hashes += scanner.elementIDs.lazy.map(\.hash)
          }
        }
        index = index.following
      default: index = index.following
      }
    }
    gathered.reset(expecting: hashes.count)
    for hash in hashes { _ = gathered.insert(hash) }
  }
}
