import FHIRPath

/// The gates as bare pointers: what the walk carries, so that no question retains or releases the table.
///
/// Good for as long as the ``InvariantTable`` that it is a part of.
struct InvariantGates: @unchecked Sendable {
  // @unchecked: the memory is written once, before the table exists, and never again.

  /// What the walk asks of every object of a type.
  struct OfType {
    /// The members that do not make an element say something: its id and comments; none for what is no element.
    var silent: UInt64
    var run: Run
  }

  /// A run of entries.
  struct Run {
    var first: UInt32 = 0
    var end: UInt32 = 0
  }

  /// What an object must be like to break an invariant. An invariant may have several, one behind the other.
  struct Entry {
    var gate: PresenceGate
    var invariant: Int
  }

  /// By the row of a type.
  let types: UnsafePointer<OfType>
  /// By the number of an element.
  let elements: UnsafePointer<Run>
  let entries: UnsafePointer<Entry>

  init(types: [OfType], elements: [Run], entries: [Entry]) {
    self.types = Self.copy(types)
    self.elements = Self.copy(elements)
    self.entries = Self.copy(entries)
  }

  func deallocate() {
    types.deallocate()
    elements.deallocate()
    entries.deallocate()
  }

  private static func copy<Row>(_ rows: [Row]) -> UnsafePointer<Row> {
    let copy = UnsafeMutablePointer<Row>.allocate(capacity: max(rows.count, 1))
    copy.initialize(from: rows, count: rows.count)
    return UnsafePointer(copy)
  }
}
