/// Makes joint types of the outlines of the releases.
struct JointTypes: @unchecked Sendable {
  // @unchecked: the texts never change.
  private var outlines: [ReleaseOutline]
  private let names: TypeNames
  /// By the structures of the releases.
  private var types: [SIMD8<Int16>: JointType] = [:]
  /// How many members there are in all types.
  private var count = 0

  init(_ outlines: [ReleaseOutline], _ names: TypeNames) { (self.outlines, self.names) = (outlines, names) }

  /// Prepares a type, at least to a stage.
  mutating func prepare(_ type: JointType, _ stage: JointType.Stage) {
    if type.stage < .read { read(type) }
    guard type.stage < stage else { return }
    var open = [type]
    var linked: [ObjectIdentifier: JointType] = [:]
    while let type = open.popLast() {
      guard type.stage < .linked, linked.updateValue(type, forKey: ObjectIdentifier(type)) == nil else { continue }
      if type.stage < .read { read(type) }
      type.link { structures in
        let content = types[structures] ?? JointType(structures)
        types[structures] = content
        open.append(content)
        return content
      }
    }
    while linked.values.reduce(false, { $1.noteTelling() || $0 }) {}
    for type in linked.values { type.finish() }
  }

  private mutating func read(_ type: JointType) {
    var drafts = MemberDrafts()
    for number in outlines.indices where type.structures[number] >= 0 {
      add(Int(type.structures[number]), number, to: &drafts)
    }
    type.read(drafts.all.enumerated().map { JointType.Member($1, of: type, ordinal: count + $0) })
    count += drafts.all.count
  }

  /// Adds the members that a structure of a release has.
  private mutating func add(_ structure: Int, _ number: Int, to drafts: inout MemberDrafts) {
    let roles = outlines[number].roles
    let resource = names.structure(named: roles.resource, number)
    let isExtension = structure == names.structure(named: roles.extension, number)
    let reference = outlines[number].reference(of: structure)
    for element in outlines[number].elements(of: structure, names) {
      let isChoice = element.name.last == UInt8(ascii: "]")
      for use in TypeUses(element.types) {
        let name = isChoice ? MemberDraft.name(ofChoice: element.name, use.type) : element.name
        let value = outlines[number].value(use, of: element, names)
        let holdsResources = value.content == resource && resource >= 0
        let isReference = !reference.isEmpty && name.isSame(as: reference)
        drafts.change(name) { draft in
          draft.forms |= 1 << UInt64(Int(value.form.rawValue) * 8 + number)
          draft.holdsResources = draft.holdsResources || holdsResources
          draft.isReference = draft.isReference || isReference
          // What an extension holds is its author's choice.
          if !holdsResources, !isExtension || !isChoice { draft.contents[number] = Int16(value.content) }
        }
      }
    }
  }
}

/// The structures of all releases by name.
struct TypeNames: @unchecked Sendable {
  // @unchecked: the names never change.
  private var places = NameDirectory(capacity: 400)
  private(set) var all: [(name: UnsafeBufferPointer<UInt8>, structures: SIMD8<Int16>)] = []

  mutating func insert(_ name: UnsafeBufferPointer<UInt8>, _ structure: Int, _ release: Int) {
    let place = places[name] ?? all.count
    if place == all.count {
      places.insert(name, place)
      all.append((name, SIMD8(repeating: -1)))
    }
    all[place].structures[release] = Int16(structure)
  }

  /// The place of a name in ``all``; `nil` for none.
  func place(of name: UnsafeBufferPointer<UInt8>) -> Int? { places[name] }

  /// The structure of a type, -1 if the release has no such type.
  func structure(named name: UnsafeBufferPointer<UInt8>, _ release: Int) -> Int {
    places[name].map { Int(all[$0].structures[release]) } ?? -1
  }
}

/// The members of a type, by name.
private struct MemberDrafts {
  private(set) var all: [MemberDraft] = []
  private var places = NameDirectory(capacity: 64)

  mutating func change(_ name: UnsafeBufferPointer<UInt8>, _ body: (inout MemberDraft) -> Void) {
    if let place = places[name] { return body(&all[place]) }
    places.insert(name, all.count)
    all.append(MemberDraft(name: name))
    body(&all[all.count - 1])
  }
}

/// What the releases have under a name.
struct MemberDraft {
  let name: UnsafeBufferPointer<UInt8>
  /// The releases that have it, one byte for each ``MemberForm``.
  var forms: UInt64 = 0
  /// The structure of its values in each release, -1 for none.
  var contents = SIMD8<Int16>(repeating: -1)
  var holdsResources = false
  var isReference = false

  /// Whether not all of some releases have the same forms.
  func tells(_ releases: ReleaseSet) -> Bool {
    (0..<8).contains { form in
      let set = UInt8(truncatingIfNeeded: forms >> UInt64(form * 8))
      return set != 0 && set != releases.rawValue
    }
  }

  /// The name of a choice, `value[x]`, with a type; never freed, as the texts are.
  static func name(
    ofChoice name: UnsafeBufferPointer<UInt8>, _ type: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var bytes = Array(name.dropLast(3))
    if let first = type.first { bytes.append(first >= UInt8(ascii: "a") ? first - 0x20 : first) }
    bytes += type.dropFirst()
    return UnsafeBufferPointer(start: bytes.immortal(padding: 8), count: bytes.count)
  }
}
