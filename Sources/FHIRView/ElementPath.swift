package import FHIRSchema

/// The way from a root to the element in hand, as rows and positions; text only when a finding needs it.
///
/// Pushing and popping is all that the walk does, so a frame is two numbers. Rendered, a path is FHIRPath:
/// `Bundle.entry[3].resource.value.ofType(Quantity).unit`.
@usableFromInline
package struct ElementPath: ~Copyable {
  @usableFromInline
  struct Frame {
    @usableFromInline var member: Int32
    @usableFromInline var index: Int32

    @usableFromInline
    init(member: Int32, index: Int32) {
      self.member = member
      self.index = index
    }
  }

  @usableFromInline let frames: UnsafeMutablePointer<Frame>
  @usableFromInline let capacity: Int
  /// How many elements lie between the root and the element in hand.
  @usableFromInline package private(set) var depth = 0
  /// The name of the root's type.
  package var root = ""

  /// Room for a nesting that the reader accepts; deeper frames are counted but not kept.
  package init(maximumDepth: Int) {
    capacity = maximumDepth + 8
    frames = .allocate(capacity: capacity)
    frames.initialize(repeating: Frame(member: 0, index: -1), count: capacity)
  }

  deinit { frames.deallocate() }

  /// Enters a member; `index` is its place in an array, -1 for a single value.
  @inlinable @inline(__always)
  package mutating func push(member: Int, index: Int) {
    if depth < capacity {
      frames[depth] = Frame(member: Int32(truncatingIfNeeded: member), index: Int32(truncatingIfNeeded: index))
    }
    depth &+= 1
  }

  /// Leaves the last member.
  @inlinable @inline(__always)
  package mutating func pop() { depth &-= 1 }

  /// The member that was entered last; the path must not be at its root.
  package var last: Int { Int(frames[max(min(depth, capacity), 1) - 1].member) }

  /// Goes back to the root.
  package mutating func removeAll() { depth = 0 }

  /// The path as text, of the element in hand or of a member of it.
  package func text(_ schema: SchemaTable, member: Int = -1, index: Int = -1) -> String {
    String(decoding: bytes(schema, member: member, index: index), as: UTF8.self)
  }

  /// The path of something in the element in hand that has no row.
  package func text(_ schema: SchemaTable, child name: String) -> String {
    var bytes = bytes(schema, member: -1, index: -1)
    bytes.append(UInt8(ascii: "."))
    bytes.append(contentsOf: name.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Put together as bytes, since a `String` would look at itself anew with each piece.
  private func bytes(_ schema: SchemaTable, member: Int, index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    bytes.append(contentsOf: root.utf8)
    for frame in UnsafeBufferPointer(start: frames, count: min(depth, capacity)) {
      Self.append(member: Int(frame.member), index: Int(frame.index), to: &bytes, schema)
    }
    if member >= 0 { Self.append(member: member, index: index, to: &bytes, schema) }
    return bytes
  }

  private static func append(member: Int, index: Int, to bytes: inout [UInt8], _ schema: SchemaTable) {
    let row = schema.members[member]
    bytes.append(UInt8(ascii: "."))
    if row.flags.contains(.choice) {
      bytes.append(contentsOf: schema.elements[Int(row.element)].name.utf8.dropLast("[x]".utf8.count))
      bytes.append(contentsOf: ".ofType(".utf8)
      bytes.append(contentsOf: schema.typeNames[Int(row.type)].utf8)
      bytes.append(UInt8(ascii: ")"))
      return
    }
    bytes.append(contentsOf: schema.nameBytes(of: member))
    guard index >= 0 else { return }
    bytes.append(UInt8(ascii: "["))
    bytes.append(contentsOf: String(index).utf8)
    bytes.append(UInt8(ascii: "]"))
  }
}
