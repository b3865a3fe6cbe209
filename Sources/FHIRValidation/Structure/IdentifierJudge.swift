/// Judges that each id stands once in a resource, and tells which there are.
struct IdentifierJudge: ~Copyable {
  /// The ids of elements and contained resources so far, by hash; hardly any resource has one.
  var seenIDs: Set<UInt64> = []
  /// How deep the resource stands whose ids these are.
  private(set) var resourceDepth = 0
  private var elementIDs = ElementIDs()

  /// Begins with a resource that is not contained.
  mutating func begin(depth: Int) {
    resourceDepth = depth
    elementIDs.forget()
    // Emptying a set costs what it has room for.
    if !seenIDs.isEmpty { seenIDs.removeAll(keepingCapacity: seenIDs.capacity < 1_000) }
  }

  /// Whether some element of the current resource, contained resources included, has this id.
  mutating func contains(_ id: UInt64, _ cursor: borrowing RecordCursor) -> Bool {
    elementIDs.contains(id, in: cursor.container, of: cursor.tape)
  }
}
