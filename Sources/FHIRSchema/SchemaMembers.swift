/// The rows of types and of their members: each type has the members of its own elements and of those that it inherits.
struct SchemaMembers {
  private(set) var types: [TypeRow] = []
  private(set) var members: [MemberRow] = []
  private(set) var hashes: MemberHashes
  let resourceDirectory: Int

  /// Adds names to the builder.
  init(_ builder: inout SchemaTableBuilder) throws(SchemaError) {
    resourceDirectory = builder.text.structures.count
    // Enough for the published releases, of which each has about twice as many members as elements.
    let expected = builder.text.elements.count * 5 / 2
    members.reserveCapacity(expected)
    hashes = MemberHashes(members: expected)
    types.reserveCapacity(resourceDirectory + 1)
    // The members that types have besides those of elements.
    let name: StaticString = "resourceType"
    var resourceType = builder.appendName(
      UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), kind: .resourceType)
    var comments: MemberRow?
    if var name = builder.text.facts.comments {
      comments = name.withUTF8 { builder.appendName($0, kind: .comments) }
      comments?.flags = .array
    }
    for (type, structure) in builder.text.structures.enumerated() {
      let slots = builder.slots[type]
      // Two more bits are for the resource's type and for comments.
      if slots.count > 62 {
        throw SchemaError(builder.text.release, "\(structure.name) has \(slots.count) elements, more than 62")
      }
      let first = members.count
      var required: UInt64 = 0
      var slot: UInt8 = 0
      for element in slots {
        let element = Int(element)
        if builder.text.elements[element].minimum > 0 { required |= 1 << UInt64(slot) }
        for template in builder.templateStarts[element]..<builder.templateStarts[element + 1] {
          var row = builder.templates[template]
          row.slot = slot
          members.append(row)
        }
        slot &+= 1
      }
      // Two more are for the resource's type and for comments.
      try builder.text.check(members.count + 2, "members")
      try builder.text.check(members.count - first + 2, "members of \(structure.name)", limit: SchemaText.memberLimit)
      if structure.category == .resource || structure.category == .abstract {
        (resourceType.slot, resourceType.type) = (slot, UInt16(type))
        members.append(resourceType)
      }
      if var comments {
        (comments.slot, comments.type) = (slot + 1, UInt16(type))
        members.append(comments)
      }
      append(from: first, required: required, builder.category(of: type), builder.check(of: type))
    }
    let directory = members.count
    for (type, structure) in builder.text.structures.enumerated() where structure.category == .resource {
      var row = builder.appendName(structure.nameBytes, kind: .resource)
      row.type = UInt16(type)
      members.append(row)
    }
    append(from: directory, required: 0, .abstractResource, .none)
  }

  /// Adds the type that has all members from a place on.
  private mutating func append(from first: Int, required: UInt64, _ category: TypeCategory, _ check: ObjectCheck) {
    var row = TypeRow(
      required: required, hashSeed: 1, hashStart: 0, hashMask: 0, firstMember: UInt16(first),
      memberCount: UInt16(members.count - first), category: category, check: check)
    members[first...].withUnsafeBufferPointer { hashes.append($0, first: first, to: &row) }
    types.append(row)
  }
}
