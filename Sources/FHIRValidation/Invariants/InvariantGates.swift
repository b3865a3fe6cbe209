import FHIRPath

/// The gates as bare pointers, which the walk carries so that a look-up neither retains nor releases the table.
///
/// Valid as long as the ``InvariantTable`` that owns them.
struct InvariantGates: @unchecked Sendable {
  // @unchecked: the memory is written once, before the table exists, and never again.

  /// The gates that the walk tests for every object of a type.
  struct OfType {
    /// The members that give an element no content: its id and comments; empty for types that are not elements.
    var silent: UInt64
    var run: Run
  }

  /// A range of entries.
  struct Run {
    var first: UInt32 = 0
    var end: UInt32 = 0
  }

  /// The members that an object must have to break an invariant. An invariant may have several adjacent entries.
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
