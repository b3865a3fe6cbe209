/// The path from a root to the current element, as rows and positions; converted to text only on request.
///
/// The walk only pushes and pops, so a frame is two numbers. As text, a path is FHIRPath:
/// `Bundle.entry[3].resource.value.ofType(Quantity).unit`.
@usableFromInline
package struct ElementPath: ~Copyable {
  /// One step of the path: a member, its position in an array, -1 for a single value, and whether the step leads to its
  /// `_` sibling.
  @usableFromInline
  package struct Step: BitwiseCopyable, Sendable {
    @usableFromInline package let member: ReleaseRow
    /// The position plus 1; the highest bit is set for a sibling.
    @usableFromInline let place: UInt32

    @inlinable
    package init(member: ReleaseRow, index: Int, isSibling: Bool = false) {
      self.member = member
      place = UInt32(truncatingIfNeeded: index &+ 1) | (isSibling ? 1 << 31 : 0)
    }

    var index: Int { Int(place & ~(1 << 31)) - 1 }
    var isSibling: Bool { place >> 31 != 0 }
  }

  package enum Root {
    case nothing
    case type(ReleaseRow)
    /// A type that no table has, or a path that is text already.
    case foreign(String)
  }

  /// Written when an element is entered; only the frames up to `depth` are valid.
  @usableFromInline let frames: UnsafeMutablePointer<Step>
  @usableFromInline let capacity: Int
  /// How many elements lie between the root and the current element.
  @usableFromInline package private(set) var depth = 0
  package var root = Root.nothing
  /// The release that entered rows belong to, as the upper half of a ``ReleaseRow``.
  @usableFromInline package var base: Int32 = 0

  /// Makes room for the nesting that the reader accepts; deeper frames are counted but not kept.
  package init(maximumDepth: Int) {
    capacity = maximumDepth + 8
    frames = .allocate(capacity: capacity)
  }

  deinit { frames.deallocate() }

  /// Enters a member; `index` is its position in an array, -1 for a single value.
  @inlinable @inline(__always) package mutating func push(member: MemberID, index: Int) {
    if depth < capacity { frames[depth] = step(member: member, index: index) }
    depth &+= 1
  }

  /// Enters the `_` sibling of a primitive: the path of its parts is that of the element, but JSON has them elsewhere.
  package mutating func push(siblingOf member: MemberID, index: Int) {
    push(step(member: member, index: index, isSibling: true))
  }

  package mutating func push(_ step: Step) {
    if depth < capacity { frames[depth] = step }
    depth &+= 1
  }

  @inlinable @inline(__always) package func step(member: MemberID, index: Int, isSibling: Bool = false) -> Step {
    Step(member: ReleaseRow(member.row, base: base), index: index, isSibling: isSibling)
  }

  @inlinable @inline(__always) package mutating func pop() { depth &-= 1 }

  /// The member that was entered last, the first of all at the root.
  package var last: MemberID { MemberID(depth > 0 ? frames[min(depth, capacity) - 1].member.row : 0) }

  package mutating func removeAll() { depth = 0 }

  /// The path to the current element, to be copied before the walk continues.
  @inlinable
  package var steps: UnsafeBufferPointer<Step> { UnsafeBufferPointer(start: frames, count: min(depth, capacity)) }

  /// Sets the path to a root and steps that were copied from ``steps``.
  package mutating func restore(_ root: Root, _ steps: [Step]) {
    self.root = root
    depth = steps.count
    for (place, step) in steps.enumerated() where place < capacity { frames[place] = step }
  }

  package func text(_ tables: SchemaTables) -> String {
    ElementPath.text(tables, root: root.name(tables), steps: steps)
  }

  /// A stored path as text, with a part of the last element that has no row, or none.
  package static func text(
    _ tables: SchemaTables, root: String, steps: UnsafeBufferPointer<Step>, child: String = ""
  ) -> String {
    // Made of bytes, because a `String` that grows checks its storage again with each piece.
    var text = Array(root.utf8)
    text.reserveCapacity(128)
    for step in steps { step.write(to: &text, tables) }
    if !child.isEmpty { text += ".\(child)".utf8 }
    return String(decoding: text, as: UTF8.self)
  }
}

extension ElementPath.Root {
  package var isNameless: Bool {
    switch self {
    case .nothing: true
    case .type: false
    case .foreign(let name): name.isEmpty
    }
  }

  package func name(_ tables: SchemaTables) -> String {
    switch self {
    case .nothing: ""
    case .type(let row): tables.typeName(row)
    case .foreign(let name): name
    }
  }
}

extension ElementPath.Step {
  fileprivate func write(to text: inout [UInt8], _ tables: SchemaTables) {
    let schema = tables[member]
    let row = schema.members[MemberID(member.row)]
    let name = schema.nameBytes(of: MemberID(member.row))
    text.append(UInt8(ascii: "."))
    if row.flags.contains(.choice) {
      // The name of a variant begins with the name of the choice without its `[x]`.
      text += name.prefix(schema.elements[Int(row.element)].baseNameBytes.count)
      text += ".ofType(\(schema.typeNames[Int(row.type)]))".utf8
    } else {
      text += name
      if index >= 0 { text += "[\(index)]".utf8 }
    }
  }

  /// The name of the member in JSON without the `_` of a sibling, and its position in an array, -1 for a single value.
  package func member(_ tables: SchemaTables) -> (name: UnsafeBufferPointer<UInt8>, index: Int, isSibling: Bool) {
    (tables[member].nameBytes(of: MemberID(member.row)), index, isSibling)
  }
}
