import FHIRPath
import FHIRSupport
import FHIRTape

/// Judges that each id occurs once in a resource, and looks up ids.
struct IdentifierJudge: ~Copyable {
  /// The ids of elements and contained resources so far, by hash; few resources have any.
  var seenIDs: Set<UInt64> = []
  /// The ids of elements of their own kind so far, by hash and resource.
  var seenNames: Set<UInt64> = []
  /// The resource, contained or not, whose elements are walked.
  var scope = TapeIndex.root
  private(set) var resourceDepth = 0
  private var elementIDs = ElementIDs()

  /// Whether no ids were noted or gathered since the start of the resource.
  var isFresh: Bool { seenIDs.isEmpty && seenNames.isEmpty && elementIDs.isForgotten }

  /// Starts a resource that is not contained.
  mutating func begin(depth: Int) {
    resourceDepth = depth
    elementIDs.forget()
    scope = .root
    if !seenNames.isEmpty { seenNames.removeAll(keepingCapacity: seenNames.capacity < 1_000) }
    // The cost of emptying a set grows with its capacity.
    if !seenIDs.isEmpty { seenIDs.removeAll(keepingCapacity: seenIDs.capacity < 1_000) }
  }

  /// Goes on with the ids of a Bundle's own elements, or puts them aside: its entries are walked as records.
  mutating func exchange(with bundle: inout BundleElementIDs) {
    swap(&seenIDs, &bundle.ids)
    swap(&seenNames, &bundle.names)
  }

  /// Whether some element of the current resource, contained resources included, has this id.
  mutating func contains(_ id: UInt64, _ cursor: borrowing RecordCursor) -> Bool {
    elementIDs.contains(id, in: cursor.container, of: cursor.tape)
  }
}

/// The ids of a Bundle's own elements so far, as in ``IdentifierJudge``.
struct BundleElementIDs {
  var ids: Set<UInt64> = []
  var names: Set<UInt64> = []
  /// Why ids of a very large Bundle are compared in parts only: the name of the counter.
  static let limitName: ByteText = "ids of elements that are compared in parts"
}

/// All values of `id` in one resource and in its narratives, gathered when a narrative links to a place outside itself.
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
    ids.reset(expecting: hashes.count)
    for hash in hashes { _ = ids.insert(hash) }
  }
}
