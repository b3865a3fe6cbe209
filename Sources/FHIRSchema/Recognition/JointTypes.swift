/// The joint types that were made, and the outlines that they are made of.
struct JointTypes: @unchecked Sendable {
  // @unchecked: the texts never change.
  private var outlines: [ReleaseOutline]
  /// By the structures of the releases, -1 for none.
  private var types: [[Int]: JointType] = [:]
  private var fresh: [JointType] = []
  /// How many members there are in all types.
  private var count = 0

  init(_ outlines: [ReleaseOutline]) { self.outlines = outlines }

  /// What the releases have in resources of a type; `nil` if no release has the type.
  mutating func type(named name: UnsafeBufferPointer<UInt8>) -> JointType? {
    let structures = outlines.map { outline in
      let structure = outline.structure(named: name)
      return structure >= 0 && outline.structures[structure].isResource ? structure : -1
    }
    guard structures.contains(where: { $0 >= 0 }) else { return nil }
    let type = type(structures)
    while fresh.reduce(false, { $1.noteTelling() || $0 }) {}
    for type in fresh { type.finish() }
    fresh = []
    return type
  }

  private mutating func type(_ structures: [Int]) -> JointType {
    if let made = types[structures] { return made }
    let releases = structures.indices.filter { structures[$0] >= 0 }.map { ReleaseSet(ReleaseNumber($0)) }
    let type = JointType(ReleaseSet(releases))
    types[structures] = type
    fresh.append(type)
    var drafts = MemberDrafts(outlines.count)
    for (number, structure) in structures.enumerated() where structure >= 0 { add(structure, number, to: &drafts) }
    type.set(
      drafts.all.map { draft in
        count += 1
        let ordinal = count
        let content = draft.contents.contains { $0 >= 0 } ? self.type(draft.contents) : nil
        return JointType.Member(draft, content, of: type, ordinal: ordinal)
      })
    return type
  }

  /// Adds the members that a structure of a release has.
  private mutating func add(_ structure: Int, _ number: Int, to drafts: inout MemberDrafts) {
    let resource = outlines[number].structure(named: outlines[number].roles.resource)
    let isExtension = structure == outlines[number].structure(named: outlines[number].roles.extension)
    let reference = outlines[number].reference(of: structure)
    for element in outlines[number].elements(of: structure) {
      let isChoice = element.name.last == UInt8(ascii: "]")
      for use in TypeUses(element.types) {
        let name = isChoice ? MemberDraft.name(ofChoice: element.name, use.type) : element.name
        let value = outlines[number].value(use, of: element)
        let holdsResources = value.content == resource && resource >= 0
        let isReference = !reference.isEmpty && name.isSame(as: reference)
        drafts.change(name) { draft in
          draft.forms |= 1 << UInt64(Int(value.form.rawValue) * 8 + number)
          draft.holdsResources = draft.holdsResources || holdsResources
          draft.isReference = draft.isReference || isReference
          // What an extension holds is its author's choice.
          if !holdsResources, !isExtension || !isChoice { draft.contents[number] = value.content }
        }
      }
    }
  }
}

/// The members of a type, by name.
private struct MemberDrafts {
  private(set) var all: [MemberDraft] = []
  private var places = NameDirectory(capacity: 64)
  private let releases: Int

  init(_ releases: Int) { self.releases = releases }

  mutating func change(_ name: UnsafeBufferPointer<UInt8>, _ body: (inout MemberDraft) -> Void) {
    if let place = places[name] { return body(&all[place]) }
    places.insert(name, all.count)
    all.append(MemberDraft(name: name, contents: Array(repeating: -1, count: releases)))
    body(&all[all.count - 1])
  }
}

/// What the releases have under a name.
struct MemberDraft {
  let name: UnsafeBufferPointer<UInt8>
  /// The releases that have it, one byte for each ``MemberForm``.
  var forms: UInt64 = 0
  /// The structure of its values in each release, -1 for none.
  var contents: [Int]
  var holdsResources = false
  var isReference = false

  init(name: UnsafeBufferPointer<UInt8>, contents: [Int]) { (self.name, self.contents) = (name, contents) }

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
