/// The rows of types and of their members: each type has the members of its own elements and of those that it inherits.
struct SchemaMembers {
  private(set) var types: [TypeRow] = []
  let members: UnsafePointer<MemberRow>
  let count: Int
  private(set) var hashes: MemberHashes
  let resourceDirectory: Int

  /// Adds names to the builder. Allocates nothing if a type has too many elements, or there are too many members.
  init(_ builder: inout SchemaTableBuilder) throws(SchemaError) {
    count = try Self.count(builder)
    resourceDirectory = builder.text.structures.count
    let members = UnsafeMutablePointer<MemberRow>.allocate(capacity: max(count, 1))
    self.members = UnsafePointer(members)
    hashes = MemberHashes(members: count)
    types.reserveCapacity(resourceDirectory + 1)
    // The members that types have besides those of elements.
    let name: StaticString = "resourceType"
    let resourceType = builder.appendName(
      UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), kind: .resourceType)
    var comments: MemberRow?
    if var name = builder.text.facts.comments {
      comments = name.withUTF8 { builder.appendName($0, kind: .comments) }
      comments?.flags = .array
    }
    var first = 0
    for (type, structure) in builder.text.structures.enumerated() {
      let slots = builder.slots[type]
      var end = first
      var required: UInt64 = 0
      var slot: UInt8 = 0
      for element in slots {
        let element = Int(element)
        if builder.text.elements[element].minimum > 0 { required |= 1 << UInt64(slot) }
        for template in builder.templateStarts[element]..<builder.templateStarts[element + 1] {
          (members + end).initialize(to: builder.templates[template])
          members[end].slot = slot
          end &+= 1
        }
        slot &+= 1
      }
      if structure.category == .resource || structure.category == .abstract {
        (members + end).initialize(to: resourceType)
        (members[end].slot, members[end].type) = (slot, UInt16(type))
        end &+= 1
      }
      if let comments {
        (members + end).initialize(to: comments)
        (members[end].slot, members[end].type) = (slot + 1, UInt16(type))
        end &+= 1
      }
      append(first..<end, required: required, builder.category(of: type), builder.check(of: type))
      first = end
    }
    let directory = first
    for (type, structure) in builder.text.structures.enumerated() where structure.category == .resource {
      var row = builder.appendName(structure.nameBytes, kind: .resource)
      row.type = UInt16(type)
      (members + first).initialize(to: row)
      first &+= 1
    }
    append(directory..<first, required: 0, .abstractResource, .none)
  }

  private mutating func append(
    _ members: Range<Int>, required: UInt64, _ category: TypeCategory, _ check: ObjectCheck
  ) {
    var row = TypeRow(
      required: required, hashSeed: 1, hashStart: 0, hashMask: 0, firstMember: UInt16(members.lowerBound),
      memberCount: UInt16(members.count), category: category, check: check)
    hashes.append(
      UnsafeBufferPointer(start: self.members + members.lowerBound, count: members.count), first: members.lowerBound,
      to: &row)
    types.append(row)
  }

  private static func count(_ builder: SchemaTableBuilder) throws(SchemaError) -> Int {
    var count = 0
    for (type, structure) in builder.text.structures.enumerated() {
      let slots = builder.slots[type]
      // Two more bits are for the resource's type and for comments.
      if slots.count > 62 {
        throw SchemaError(builder.text.release, "\(structure.name) has \(slots.count) elements, more than 62")
      }
      var own = 0
      for element in slots {
        own &+= builder.templateStarts[Int(element) + 1] &- builder.templateStarts[Int(element)]
      }
      // Two more are for the resource's type and for comments.
      try builder.text.check(count + own + 2, "members")
      try builder.text.check(own + 2, "members of \(structure.name)", limit: SchemaText.memberLimit)
      let isResource = structure.category == .resource || structure.category == .abstract
      count += own + (isResource ? 1 : 0) + (builder.text.facts.comments == nil ? 0 : 1)
    }
    return count + builder.text.structures.count { $0.category == .resource }
  }
}
