package import FHIRSchema

/// The way from a root to the current element, as rows and positions; text only when somebody wants to read it.
///
/// Pushing and popping is all that the walk does, so a frame is two numbers. Rendered, a path is FHIRPath:
/// `Bundle.entry[3].resource.value.ofType(Quantity).unit`.
@usableFromInline
package struct ElementPath: ~Copyable {
  /// One step of the way: a member, and the place in its array, -1 for a single value.
  @usableFromInline
  package struct Step: BitwiseCopyable, Sendable {
    @usableFromInline var member: Int32
    @usableFromInline var index: Int32

    @inlinable
    package init(member: Int, index: Int) {
      self.member = Int32(truncatingIfNeeded: member)
      self.index = Int32(truncatingIfNeeded: index)
    }
  }

  /// What a way begins at.
  package enum Root {
    case nothing
    /// A type of the schema, by its row.
    case type(Int)
    /// A type that the schema does not have.
    case foreign(String)
  }

  /// Written when an element is entered, and read only up to ``depth``.
  @usableFromInline let frames: UnsafeMutablePointer<Step>
  @usableFromInline let capacity: Int
  /// How many elements lie between the root and the current element.
  @usableFromInline package private(set) var depth = 0
  /// The type at the root.
  package var root = Root.nothing

  /// Room for a nesting that the reader accepts; deeper frames are counted but not kept.
  package init(maximumDepth: Int) {
    capacity = maximumDepth + 8
    frames = .allocate(capacity: capacity)
  }

  deinit { frames.deallocate() }

  /// Enters a member; `index` is its place in an array, -1 for a single value.
  @inlinable @inline(__always)
  package mutating func push(member: Int, index: Int) {
    if depth < capacity { frames[depth] = Step(member: member, index: index) }
    depth &+= 1
  }

  /// Leaves the last member.
  @inlinable @inline(__always)
  package mutating func pop() { depth &-= 1 }

  /// The member that was entered last, 0 at the root.
  package var last: Int { depth > 0 ? Int(frames[min(depth, capacity) - 1].member) : 0 }

  /// Goes back to the root.
  package mutating func removeAll() { depth = 0 }

  /// The way to the current element, to be copied before the walk goes on.
  @inlinable
  package var steps: UnsafeBufferPointer<Step> { UnsafeBufferPointer(start: frames, count: min(depth, capacity)) }

  /// Appends the way to a member of the current element.
  package func keep(member: Int, index: Int, in steps: inout [Step]) {
    steps.append(contentsOf: self.steps)
    steps.append(Step(member: member, index: index))
  }

  /// A way that was kept, as text.
  ///
  /// Written to the stack and made a string once: output shows the path of every finding, and a `String` that grows
  /// looks at itself anew with each piece.
  ///
  /// - Parameter child: something nameless in the last element, empty for that element itself.
  package static func text(
    _ schema: SchemaTable, root: String, steps: UnsafeBufferPointer<Step>, child: String = ""
  ) -> String {
    let room = steps.reduce(root.utf8.count + child.utf8.count + 1) { $0 + $1.room(schema) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { buffer in
      var text = ByteWriter(buffer)
      text.append(root)
      for step in steps { step.write(to: &text, schema) }
      if !child.isEmpty {
        text.append(UInt8(ascii: "."))
        text.append(child)
      }
      return String(decoding: UnsafeBufferPointer(rebasing: buffer[..<text.count]), as: UTF8.self)
    }
  }
}

extension ElementPath.Root {
  /// Whether there is no name to begin with.
  package var isNameless: Bool {
    switch self {
    case .nothing: true
    case .type: false
    case .foreign(let name): name.isEmpty
    }
  }

  /// The name, empty for none.
  package func name(_ schema: SchemaTable) -> String {
    switch self {
    case .nothing: ""
    case .type(let row): schema.typeNames[row]
    case .foreign(let name): name
    }
  }
}

extension ElementPath.Step {
  /// At least as many bytes as the element takes.
  fileprivate func room(_ schema: SchemaTable) -> Int {
    let row = schema.members[Int(member)]
    let type = row.flags.contains(.choice) ? schema.typeNames[Int(row.type)].utf8.count : 0
    return Int(row.nameLength) + type + 24
  }

  fileprivate func write(to text: inout ByteWriter, _ schema: SchemaTable) {
    let row = schema.members[Int(member)]
    text.append(UInt8(ascii: "."))
    if row.flags.contains(.choice) {
      // What the variant's name begins with is the name of the choice without its `[x]`.
      let base = schema.elements[Int(row.element)].name.utf8.count - 3
      text.append(UnsafeBufferPointer(rebasing: schema.nameBytes(of: Int(member)).prefix(base)))
      text.append(".ofType(")
      text.append(schema.typeNames[Int(row.type)])
      text.append(UInt8(ascii: ")"))
      return
    }
    text.append(schema.nameBytes(of: Int(member)))
    guard index >= 0 else { return }
    text.append(UInt8(ascii: "["))
    text.append(Int(index))
    text.append(UInt8(ascii: "]"))
  }
}
