@testable import FHIRSchema
import FHIRSchemaCompiler
import Testing

/// What two small releases, and the published ones, have in common and what they do not.
@Suite struct ReleaseNamesTests {
  private static let (a, b) = (ReleaseSet(rawValue: 1), ReleaseSet(rawValue: 2))
  private static let both = ReleaseSet(rawValue: 3)
  private let names: ReleaseNames

  init() throws { names = try SmallReleases.names.get() }

  /// A member by its path from a resource type; `nil` if one on the way is not there.
  private func member(_ path: String, of names: ReleaseNames) throws -> JointType.Member? {
    let parts = path.split(separator: ".").map(String.init)
    var type = try #require(names.type(named: parts[0]))
    for (place, name) in parts.enumerated().dropFirst() {
      guard let member = type.pointee.find(name) else { return nil }
      if place == parts.count - 1 { return member }
      guard let content = member.content else { return nil }
      names.prepare(content)
      type = content
    }
    return nil
  }

  private func releases(_ path: String, _ form: MemberForm?) throws -> ReleaseSet? {
    try member(path, of: names)?.releases(having: form) ?? []
  }

  // MARK: - Types and members

  @Test func eachTypeHasItsReleases() {
    #expect(names.releases(having: "Story") == Self.both)
    #expect(names.releases(having: "Gone") == Self.a && names.releases(having: "New") == Self.b)
    #expect(names.releases(having: "Notion") == [] && names.type(named: "Notion") == nil)
    let releases = { (name: String) in names.type(named: name)?.pointee.releases }
    #expect(releases("Gone") == Self.a && releases("Story") == Self.both)
    #expect(names.type(named: "Story") == names.type(named: "Story"))
    #expect(names.bundleTypes == ["Crate"])
  }

  private static let members: [(path: String, form: MemberForm?, expected: ReleaseSet)] = [
    // By name.
    ("Story.old", .string, a), ("Story.fresh", .string, b), ("Gone.old", .string, []),
    // By form; the name counts where the form is neither's.
    ("Story.kind", .object, a), ("Story.kind", .objects, b), ("Story.kind", .string, a), ("Story.kind", nil, both),
    ("Story.name", .string, a), ("Story.name", .strings, b), ("Story.old", .objects, a), ("Story.old", nil, a),
    // By the type of a choice.
    ("Story.seenWhole", .number, a), ("Story.seenNotion", .object, b), ("Story.seenWord", .string, []),
    // What all have shows nothing, whatever its form.
    ("Story.same", .string, []), ("Story.same", .objects, []), ("Story.id", .string, []),
    // Within elements, and within types.
    ("Story.leaf.size", .number, a), ("Story.leaf.size", .string, b), ("Story.leaf.deep", .object, a),
    ("Story.kind.extra", .string, b),
    // An element that refers to another's content.
    ("Story.leaf.leaf.size", .string, b), ("Story.leaf.leaf.leaf.deep", .object, a),
  ]

  @Test(arguments: members)
  func aMemberHasItsReleases(path: String, form: MemberForm?, expected: ReleaseSet) throws {
    #expect(try releases(path, form) == expected)
  }

  /// An element that a release forbids, a choice's name without a type, and parts of names.
  @Test(arguments: ["Story.forbidden", "Story.seen", "Story.seen[x]", "Story.sam", "Story.samee", "Story.kind.coding"])
  func otherNamesAreNoMembers(path: String) throws { #expect(try member(path, of: names) == nil) }

  @Test func onlyWhatTellsIsFollowed() throws {
    let leaf = try #require(try member("Story.leaf", of: names))
    #expect(leaf.forms == 0 && leaf.content != nil)
    let inner = try #require(try member("Story.leaf.leaf", of: names))
    #expect(inner.content == leaf.content)
    #expect(try member("Story.tale", of: names)?.content == nil)
    // What an extension holds is its author's choice.
    #expect(try member("Story.extension", of: names)?.content == nil)
    // Only one release has the element, which tells it already.
    #expect(try member("Story.leaf.deep", of: names)?.content == nil)
    #expect(try member("Story.contained", of: names)?.holdsResources == true)
    #expect(try member("Crate.entry.resource", of: names)?.holdsResources == true)
    #expect(try member("Story.author.aim", of: names)?.isReference == true)
    #expect(try member("Story.author", of: names)?.isReference == false)
  }

  @Test func theBitsOfNamesRuleOutOthers() throws {
    let type = try #require(names.type(named: "Story"))
    let (signs, steps) = (type.pointee.signs, type.pointee.steps)
    let bit = { (name: String) in JointType.bit(name.utf8.first ?? 0, name.utf8.count) }
    for name in ["old", "fresh", "kind", "name", "seenWhole", "seenNotion"] { #expect(signs & bit(name) != 0) }
    for name in ["leaf", "contained", "author", "kind"] { #expect(steps & bit(name) != 0) }
    for name in ["same", "id"] { #expect((signs | steps) & bit(name) == 0) }
  }

  @Test func namesOfAnyLengthAreFound() throws {
    let lengths = Array(1...70)
    let lines = { (isOther: Bool) in
      lengths.map { "  \(String(repeating: "n", count: $0)) 0..\(isOther ? "*" : "1") word" }.joined(separator: "\n")
    }
    let text = { (name: String, isOther: Bool) in
      "release \(name) 1.0.0\nprimitive word - string string -\nresource Long -\n\(lines(isOther))\n"
    }
    let names = try ReleaseNames([text("a", false), text("b", true)])
    for length in lengths {
      let found = try member("Long.\(String(repeating: "n", count: length))", of: names)
      // Longer names than any release has are left out.
      #expect(found?.releases(having: .strings) == (length > 63 ? nil : Self.b))
      #expect(try member("Long.\(String(repeating: "n", count: length - 1))m", of: names) == nil)
    }
  }

  // MARK: - What the releases state

  @Test func theirTextBeginsWithFacts() throws {
    let text = try JointText([SmallReleases.first, SmallReleases.second]).text
    #expect(
      text.split(separator: "\n\n", maxSplits: 1)[0].split(separator: "\n").filter { !$0.hasPrefix("type ") } == [
        "release a 1.2.3", "release b 2.0.0", "rank 1", "rank 0", "bundle Crate", "profile 01 ://a.example/",
        "profile 02 ://b.example/", "profile 03 ://both.example/one", "profile 02 ://both.example/two",
        "system 01 http://a.example/codes/", "system 02 http://b.example/codes/", "version 01 1.2.3",
        "version 02 2.0.0", "version 02 2.0.1-",
      ])
  }

  @Test func textsShowTheirReleases() {
    func releases(_ marks: ReleaseMarks, _ text: String) -> ReleaseSet {
      Array(text.utf8).withUnsafeBufferPointer { marks.releases(having: $0) }
    }
    // One that ends with a slash or a hyphen is the beginning of many, any other is whole.
    #expect(releases(names.profiles, "://a.example/x") == Self.a && releases(names.profiles, "://a.example/") == Self.a)
    #expect(releases(names.profiles, "://a.example") == [] && releases(names.profiles, "://aa.example/x") == [])
    #expect(releases(names.profiles, "://both.example/one") == Self.both)
    #expect(releases(names.profiles, "://both.example/two") == Self.b)
    #expect(releases(names.profiles, "://both.example/oneself") == [])
    #expect(releases(names.versions, "2.0.0") == Self.b && releases(names.versions, "2.0.1-draft") == Self.b)
    #expect(releases(names.versions, "2.0.1") == [] && releases(names.versions, "1.2.3") == Self.a)
    // A system that a release renamed is of the releases before.
    #expect(releases(names.systems, "http://b.example/codes/x") == Self.b)
    #expect(releases(names.systems, "http://a.example/codes/x") == Self.a)
    #expect(releases(names.systems, "http://c.example/codes/x") == [])
  }

  @Test func releasesHaveNumbersAndRanks() {
    let other = FHIRRelease(name: "c", version: "9.0.0")
    #expect(names.releases == [SmallReleases.releaseA, SmallReleases.releaseB, other])
    #expect(names.all == Self.both)
    #expect(names.number(of: other) == ReleaseNumber(2) && names.number(of: .unknown) == nil)
    #expect(names.ranks == [ReleaseNumber(1), ReleaseNumber(0)])
    #expect(!names.areNear(Self.both) && names.areNear(Self.a) && names.areNear([]))
  }
}

extension JointType {
  /// The member with a name.
  fileprivate func find(_ name: String) -> Member? {
    Array(name.utf8 + [UInt8](repeating: 0, count: 8)).withUnsafeBufferPointer {
      $0.baseAddress.flatMap { member($0, name.utf8.count) }?.pointee
    }
  }
}

/// Two releases with a few types each, and a third that is known by its version.
private enum SmallReleases {
  static let (releaseA, releaseB) = (
    FHIRRelease(name: "a", version: "1.2.3"), FHIRRelease(name: "b", version: "2.0.0")
  )

  static let names = Result {
    try ReleaseNames([first, second], others: [FHIRRelease(name: "c", version: "9.0.0")])
  }

  private static let types = """
    role resource Root
    role extension Addition
    role reference Pointer
    role reference.reference Pointer.aim
    role bundle Crate
    primitive flag Thing boolean boolean -
    primitive whole Thing number integer -
    primitive word Thing string string -
    type Thing -
      id 0..1 word attribute
      extension 0..* Addition
    type Addition Thing
      label 1..1 word
      content[x] 0..1 flag|word|Notion
    type Part Thing
    type Pointer Thing
      aim 0..1 word
    type Tale Thing
      div 1..1 word
    abstract Root -
      id 0..1 word
      extension 0..* Addition
    resource Crate Root
      type 1..1 word
      resource 0..1 word
      entry 0..* Part {
        resource 0..1 Root
      }

    """

  static let first = """
    release a 1.2.3
    rank 2
    sign version 1.2.3
    sign profile ://a.example/ ://both.example/one
    \(types)type Notion Thing
      text 0..1 word
    resource Gone Root
      old 0..1 word
    resource Story Root
      same 0..1 word
      old 0..1 word
      kind 0..1 Notion
      name 0..1 word
      seen[x] 0..1 word|whole
      tale 0..1 Tale
      author 0..1 Pointer(Story)
      contained 0..* Root
      leaf 0..* Part {
        size 0..1 whole
        leaf 0..* @Story.leaf
        deep 0..1 Part {
          only 0..1 word
        }
      }
    foreign fresh - x

    """

  static let second = """
    release b 2.0.0
    rank 1
    moved-system http://a.example/codes/ http://b.example/codes/
    sign version 2.0.0 2.0.1-
    sign profile ://b.example/
    sign profiles ://both.example/ one two
    sign system http://b.example/codes/
    \(types)type Notion Thing
      text 0..1 word
      extra 0..1 word
    resource New Root
      old 0..1 word
    resource Story Root
      same 0..1 word
      fresh 0..1 word
      forbidden 0..0 word
      kind 0..* Notion
      name 0..* word
      seen[x] 0..1 word|Notion
      tale 0..1 Tale
      author 0..1 Pointer(Story)
      contained 0..* Root
      leaf 0..* Part {
        size 0..1 word
        leaf 0..* @Story.leaf
      }

    """
}
