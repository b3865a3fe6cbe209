import FHIRSchema
import Testing
import FHIRSupport

/// The roles of a release, and the errors of a release without them.
struct SchemaRolesTests {
  private static let facts: String = GeneratedSchema.releases[0].facts.withUTF8Buffer {
    String(decoding: $0, as: UTF8.self)
  }

  /// A published release whose line has been changed.
  private func table(_ line: String, _ other: String) throws -> SchemaTable {
    try #require(Self.facts.contains("\n\(line)\n"))
    return try SchemaTable(Table.text(Self.facts.replacing("\n\(line)\n", with: "\n\(other)\n")))
  }

  private func complaint(_ line: String, _ other: String) throws -> String? {
    let table = try table(line, other)
    return #expect(throws: SchemaError.self) { try SchemaRoles(table) }?.description
  }

  @Test func everyReleaseHasAllRoles() throws {
    for release in GeneratedSchema.releases { _ = try SchemaRoles(release.table) }
  }

  @Test(arguments: SchemaRole.allCases)
  func aMissingRoleIsNamedWithItsRelease(role: SchemaRole) throws {
    let line = try #require(Self.facts.split(separator: "\n").first { $0.hasPrefix("role \(role.rawValue) ") })
    #expect(try complaint(String(line), "") == "definitions of 'dstu2': the role '\(role.rawValue)' is missing")
  }

  @Test func aRoleThatLeadsNowhereIsNamed() throws {
    #expect(
      try complaint("role bundle Bundle", "role bundle Bumble")
        == "definitions of 'dstu2': the role 'bundle' names 'Bumble', which is not defined")
    #expect(
      try complaint("role meta.profile Meta.profile", "role meta.profile Meta.profiles")
        == "definitions of 'dstu2': the role 'meta.profile' names 'Meta.profiles', which is not defined")
    // Only the builder of the table uses it.
    #expect(
      try complaint("role contained DomainResource.contained", "role contained Contained")
        == "definitions of 'dstu2': the role 'contained' names 'Contained', which is not defined")
  }

  @Test func onlySomeRolesMayBeAbsent() throws {
    #expect(
      try complaint("role bundle Bundle", "role bundle -")
        == "definitions of 'dstu2': no release can do without the role 'bundle'")
    #expect(try SchemaRoles(table("role age Age", "role age -")).age == nil)
    #expect(try SchemaRoles(table("role age Age", "role age Age")).age != nil)
  }

  @Test func rolesAreRows() throws {
    let table = GeneratedSchema.releases[0].table
    let roles = try SchemaRoles(table)
    #expect(table.typeNames[roles.bundleEntry.valueType] == "Bundle.entry")
    #expect(table.name(of: roles.bundleEntry.member) == "entry")
    #expect(table.elements[roles.bundleEntry.element].name == "entry")
    let url = try #require(table.elements(of: roles.extension).firstIndex { $0.name == "url" })
    #expect(roles.extensionURL.bit == 1 << UInt64(url))
    #expect(try table.elements[#require(roles.messageFocus).element].name == "data")
  }

  @Test func rolesSayWhatObjectsAreJudgedFor() throws {
    for table in GeneratedSchema.releases.map(\.table) {
      func check(_ name: String) throws -> ObjectCheck { table.types[try #require(table.type(named: name))].check }
      #expect(try check("Coding") == .coding)
      #expect(try check("Quantity") == .quantity)
      #expect(try check("Age") == .quantity)
      #expect(try check("Observation") == .observation)
      #expect(try check("Observation.component") == .observation)
      #expect(try check("Attachment") == .attachment)
      #expect(try check("Identifier") == .identifier)
      #expect(try check("HumanName") == .none)
      #expect(try check("Patient") == .none)
    }
    #expect(
      try complaint(
        "role observation.component Observation.component", "role observation.component Observation.referenceRange.low")
        == "definitions of 'dstu2': the element of the role 'observation.component' has no type of its own")
  }

  @Test func aReleaseWithoutCommentsHasNoMemberForThem() throws {
    let with = GeneratedSchema.releases[0].table
    let without = try table("comments fhir_comments", "")
    func comments(_ table: SchemaTable) -> Int {
      (0..<table.memberCount).count {
        table.members[$0].kind == .comments || table.name(of: MemberID($0)) == "fhir_comments"
      }
    }
    #expect(comments(without) == 0)
    #expect(comments(with) == with.typeNames.count - 1)
  }

  @Test func aTypeThatIsNotDefinedIsNamed() throws {
    let error = #expect(throws: SchemaError.self) {
      try SchemaTable(Table.text("release toy 1\ntype A -\nb 0..1 c\n"))
    }
    #expect(error?.description == "definitions of 'toy': the type 'c' of A.b is not defined")
    let base = #expect(throws: SchemaError.self) { try SchemaTable(Table.text("release toy 1\ntype A B\n")) }
    #expect(base?.reason == "the base of A, 'B', is not defined")
  }

  @Test(arguments: [62, 63])
  func aTypeHasNoMoreElementsThanAMaskHasBits(count: Int) throws {
    let elements = (0..<count).map { "a\($0) 0..1 id\n" }.joined()
    let text = try Table.text("release toy 1\nprimitive id - string id -\ntype A -\n\(elements)")
    if count > 62 {
      let error = #expect(throws: SchemaError.self) { try SchemaTable(text) }
      #expect(error?.reason == "A has 63 elements, more than 62")
    } else {
      #expect(try SchemaTable(text).elements.count == 62)
    }
  }

  @Test func aTargetThatIsNotDefinedIsNamed() throws {
    let text = "release toy 1\nrole reference Link\ntype Link -\nresource A -\na 0..1 Link(A)\nb 0..1 Link(A|B)\n"
    let error = #expect(throws: SchemaError.self) { try SchemaTable(Table.text(text)) }
    #expect(error?.reason == "the target 'B' in A is not defined")
  }

  @Test func moreTypesThanRowsCanCountAreRefused() throws {
    let types = (0..<40_000).map { "type A\($0) -\n" }.joined()
    let error = #expect(throws: SchemaError.self) { try SchemaTable(Table.text("release toy 1\n" + types)) }
    #expect(error?.reason == "there are 40000 types, more than 32768")
  }

  @Test func moreMembersThanRowsCanCountAreRefused() throws {
    // Every type has the elements of the first.
    let elements = (0..<60).map { "a\($0) 0..1 A0\n" }.joined()
    let types = (1..<1_000).map { "type A\($0) A0\n" }.joined()
    let text = try Table.text("release toy 1\ntype A0 -\n\(elements)\(types)")
    let error = #expect(throws: SchemaError.self) { try SchemaTable(text) }
    #expect(error?.reason.hasSuffix("members, more than 32768") == true)
  }

  @Test func aNameThatIsTooLongIsRefused() throws {
    let name = String(repeating: "a", count: 256)
    let text = try Table.text("release toy 1\ntype A -\n\(name) 0..1 A\n")
    let error = #expect(throws: SchemaError.self) { try SchemaTable(text) }
    #expect(error?.reason == "there are 256 bytes in a name, more than 255")
  }

  @Test func theTypesOfBundlesAreKnown() throws {
    let types = GeneratedSchema.releases[0].table.facts.bundleTypes
    #expect(types["searchset".byBytes] == [.total, .search, .counted])
    #expect(types["collection".byBytes] == [])
    #expect(types["list".byBytes] == nil)
  }
}
