package import FHIRSchema

/// The way from a root to the element in hand, as rows and positions; text only when a finding needs it.
///
/// Pushing and popping is all that the walk does, so a frame is two numbers. Rendered, a path is FHIRPath:
/// `Bundle.entry[3].resource.value.ofType(Quantity).unit`.
@usableFromInline
package struct ElementPath: ~Copyable {
  /// One step of the way: a member, and the place in its array, -1 for a single value.
  @usableFromInline
  package struct Step: Sendable {
    @usableFromInline var member: Int32
    @usableFromInline var index: Int32

    @usableFromInline
    init(member: Int32, index: Int32) {
      self.member = member
      self.index = index
    }
  }

  @usableFromInline let frames: UnsafeMutablePointer<Step>
  @usableFromInline let capacity: Int
  /// How many elements lie between the root and the element in hand.
  @usableFromInline package private(set) var depth = 0
  /// The name of the root's type.
  package var root = ""

  /// Room for a nesting that the reader accepts; deeper frames are counted but not kept.
  package init(maximumDepth: Int) {
    capacity = maximumDepth + 8
    frames = .allocate(capacity: capacity)
    frames.initialize(repeating: Step(member: -1, index: -1), count: capacity)
  }

  deinit { frames.deallocate() }

  /// Enters a member; `index` is its place in an array, -1 for a single value.
  @inlinable @inline(__always)
  package mutating func push(member: Int, index: Int) {
    if depth < capacity {
      frames[depth] = Step(member: Int32(truncatingIfNeeded: member), index: Int32(truncatingIfNeeded: index))
    }
    depth &+= 1
  }

  /// Leaves the last member.
  @inlinable @inline(__always)
  package mutating func pop() { depth &-= 1 }

  /// Goes back to the root.
  package mutating func removeAll() { depth = 0 }

  /// The member that leads to the element in hand, -1 for a root.
  @inlinable
  package var member: Int { depth > 0 && depth <= capacity ? Int(frames[depth &- 1].member) : -1 }

  /// The way to a member of the element in hand, to be kept while the walk goes on.
  package func keep(member: Int, index: Int, in steps: inout [Step]) {
    steps.append(contentsOf: UnsafeBufferPointer(start: frames, count: min(depth, capacity)))
    steps.append(Step(member: Int32(truncatingIfNeeded: member), index: Int32(truncatingIfNeeded: index)))
  }

  /// A way that was kept, as text; the root is that of now.
  package func text(_ schema: SchemaTable, of steps: ArraySlice<Step>) -> String {
    steps.reduce(into: root) { Self.append(member: Int($1.member), index: Int($1.index), to: &$0, schema) }
  }

  /// The path as text.
  package func text(_ schema: SchemaTable) -> String { text(schema, member: -1, index: -1) }

  /// The path of a member of the element in hand.
  package func text(_ schema: SchemaTable, member: Int, index: Int) -> String {
    var text = root
    text.reserveCapacity(96)
    for frame in UnsafeBufferPointer(start: frames, count: min(depth, capacity)) {
      Self.append(member: Int(frame.member), index: Int(frame.index), to: &text, schema)
    }
    if member >= 0 { Self.append(member: member, index: index, to: &text, schema) }
    return text
  }

  private static func append(member: Int, index: Int, to text: inout String, _ schema: SchemaTable) {
    let row = schema.members[member]
    text += "."
    if row.flags.contains(.choice) {
      text += schema.elements[Int(row.element)].name.dropLast(3)
      text += ".ofType("
      text += schema.typeNames[Int(row.type)]
      text += ")"
      return
    }
    text += schema.name(of: member)
    guard index >= 0 else { return }
    text += "["
    text += String(index)
    text += "]"
  }
}
