public import FHIRJSON

extension TapeReader {
  /// A single resource of any type.
  @inlinable @inline(never)
  package mutating func decode<A: AnyFHIRResource>(_ slot: inout A?) {
    guard !sibling.exists, tape.tag(index) == .object else {
      if sibling.exists {
        reject(.misplacedSibling, at: sibling, "no member of this name")
      } else {
        wrongKind(index, "a resource")
        verdict = .rejected
      }
      return
    }
    slot = resource(A.Release.self, at: index)
  }

  /// Resources of any type.
  @inlinable @inline(never)
  package mutating func decode<A: AnyFHIRResource>(_ slot: inout [A]) {
    guard !sibling.exists, tape.tag(index) == .array, tape.length(index) > 0 else {
      reject(.wrongKind, at: max(index, sibling), "an array of resources")
      return
    }
    slot.reserveCapacity(tape.length(index))
    for item in tape.items(of: index) {
      if tape.tag(item) == .object {
        slot.append(resource(A.Release.self, at: item))
      } else {
        wrongKind(item, "a resource")
        slot.append(A.Release.tables.keep(RawResource(resourceTypeName: nil, json: raw(item))))
      }
    }
  }

  /// The resource of an object; kept whole if it has no model.
  @inlinable package mutating func resource<R: ModelRelease>(_ release: R.Type, at object: TapeIndex) -> R.AnyResource {
    let tables = R.tables
    let typeIndex = resourceTypeIndex(object)
    guard typeIndex.exists else {
      fault(.missingResourceType, at: object, member: "resourceType", "the type of the resource")
      return tables.keep(RawResource(resourceTypeName: nil, json: raw(object)))
    }
    let number = tables.modelled.number(tape.lexeme(typeIndex), tape.length(typeIndex))
    return number >= 0 ? tables.read(number, object, &self) : resourceByText(tables, typeIndex, at: object)
  }

  /// The resource of a type that the table does not have as written: a name with escapes is the same name; any other
  /// resource has no model.
  @usableFromInline mutating func resourceByText<R: ModelRelease>(
    _ tables: ModelTables<R>, _ typeIndex: TapeIndex, at object: TapeIndex
  ) -> R.AnyResource {
    let name = tape.string(typeIndex)
    if let number = tables.modelled.number(name) { return tables.read(number, object, &self) }
    if tables.others.number(name) == nil {
      fault(.unknownResourceType, at: typeIndex, "a resource type of \(tables.name)")
    }
    return tables.keep(RawResource(resourceTypeName: name, json: raw(object)))
  }

  /// A resource of a type with a model; called by generated code.
  @inlinable @inline(never)
  package mutating func stored<R: StoredResource>(_ object: TapeIndex) -> R {
    let box = Box(R.Fields())
    members(of: &box.value, at: object)
    return R(box: box)
  }

  /// The tape index of the value of `resourceType` anywhere in the object, `.none` if there is none that is a string.
  @usableFromInline package func resourceTypeIndex(_ object: TapeIndex) -> TapeIndex {
    guard let index = tape.resourceTypeIndex(of: object) else { return .none }
    return tape.tag(index) == .string || tape.tag(index) == .escapedString ? index : TapeIndex.none
  }
}
