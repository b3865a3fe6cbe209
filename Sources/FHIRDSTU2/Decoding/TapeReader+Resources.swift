import JSONTape
import Texts

extension TapeReader {
  private static let typesWithoutModel = Set(ResourceTypes.others.map(\.byBytes))

  /// A single resource of any type.
  @inline(never)
  mutating func decode(_ slot: inout AnyResource?) {
    guard sibling < 0, tape.tag(index) == .object else {
      if sibling >= 0 {
        reject(.misplacedSibling, at: sibling, "no member of this name")
      } else {
        wrongKind(index, "a resource")
        verdict = .rejected
      }
      return
    }
    slot = resource(at: index)
  }

  /// Resources of any type.
  @inline(never)
  mutating func decode(_ slot: inout [AnyResource]) {
    guard sibling < 0, tape.tag(index) == .array, tape.length(index) > 0 else {
      reject(.wrongKind, at: max(index, sibling), "an array of resources")
      return
    }
    slot.reserveCapacity(tape.length(index))
    let end = tape.next(index)
    var item = index + 2
    while item < end {
      if tape.tag(item) == .object {
        slot.append(resource(at: item))
      } else {
        wrongKind(item, "a resource")
        slot.append(.other(RawResource(resourceType: nil, json: raw(item))))
      }
      item = tape.next(item)
    }
  }

  /// The resource of an object, whole when it has no model.
  mutating func resource(at object: Int) -> AnyResource {
    let typeIndex = resourceTypeIndex(object)
    guard typeIndex >= 0 else {
      fault(.missingResourceType, at: object, member: "resourceType", "the type of the resource")
      return .other(RawResource(resourceType: nil, json: raw(object)))
    }
    // A name with escapes is the same name; the table does not know it as it stands.
    let number = ResourceTypes.modelled.number(tape.lexeme(typeIndex), tape.length(typeIndex))
    if number >= 0 { return modelled(number, at: object) }
    let name = tape.string(typeIndex)
    if let number = ResourceTypes.modelled.number(name) { return modelled(number, at: object) }
    if !Self.typesWithoutModel.contains(name.byBytes) {
      fault(.unknownResourceType, at: typeIndex, "a resource type of DSTU2")
    }
    return .other(RawResource(resourceType: name, json: raw(object)))
  }

  /// A resource of a type with a model; called by generated code.
  @inline(never)
  mutating func stored<R: StoredResource>(_ object: Int) -> R {
    let box = Box(R.Fields())
    members(of: &box.value, at: object)
    return R(box: box)
  }

  /// The tape index of the value of `resourceType` wherever it stands, -1 when there is none that is a string.
  func resourceTypeIndex(_ object: Int) -> Int {
    let end = tape.next(object)
    var key = object &+ 2
    while key < end {
      if tape.length(key) == 12 {
        let name = tape.lexeme(key)
        // "resource" and "Type".
        if Bytes.load(name) == 0x6563_7275_6F73_6572, Bytes.load(name + 4) >> 32 == 0x6570_7954 {
          return tape.tag(key + 1) == .string || tape.tag(key + 1) == .escapedString ? key + 1 : -1
        }
      } else if tape.tag(key) == .escapedKey, tape.string(key, equals: "resourceType") {
        return tape.tag(key + 1) == .string || tape.tag(key + 1) == .escapedString ? key + 1 : -1
      }
      key = tape.next(key &+ 1)
    }
    return -1
  }
}
