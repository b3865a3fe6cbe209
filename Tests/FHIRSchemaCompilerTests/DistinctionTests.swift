import FHIRSchema
import FHIRSchemaCompiler
import Foundation
import FHIRTestSupport
import Testing

@Suite struct DistinctionTests {
  private static let head = "release a 1\nrelease b 2\nwithin Name\n"

  private func forms(_ members: [(type: String, name: String, form: ElementForms.Form, content: String?)])
    -> ElementForms
  {
    var forms = ElementForms()
    for member in members {
      if member.type.first?.isUppercase == true, !member.type.contains("."), member.type != "Name" {
        forms.insert(resource: member.type)
      }
      forms.insert(member.name, of: member.type, ElementForms.Member(form: member.form, type: member.content))
    }
    return forms
  }

  @Test func listsWhatSomeReleasesHave() {
    let a = forms([
      ("Thing", "same", .string, "string"), ("Thing", "old", .string, "string"), ("Thing", "kind", .object, "Concept"),
      ("Thing", "name", .objects, "Name"), ("Name", "family", .strings, "string"), ("Gone", "id", .string, "id"),
    ])
    let b = forms([
      ("Thing", "same", .string, "string"), ("Thing", "new", .string, "string"), ("Thing", "kind", .objects, "Concept"),
      ("Thing", "name", .objects, "Name"), ("Name", "family", .string, "string"),
    ])
    let compiler = DistinctionCompiler(
      head: Self.head, releases: [.init("a", a), .init("b", b)], known: [("c", "Thing", "odd"), ("c", "Thing", "new")])
    #expect(
      compiler.text() == """
        member Thing kind object a objects b
        member Thing new b
        member Thing odd c
        member Thing old a
        member Thing.name family string b strings a
        type Gone a

        """)
  }

  @Test func listsTheMembersThatHoldResources() {
    var a = forms([("Thing", "kept", .objects, "Root"), ("Thing", "part", .object, "Other")])
    a.insert(abstractResource: "Root")
    let b = forms([("Thing", "kept", .objects, "Root"), ("Thing", "part", .object, "Other")])
    let compiler = DistinctionCompiler(head: Self.head, releases: [.init("a", a), .init("b", b)], known: [])
    #expect(compiler.text() == "nested kept\n")
  }

  @Test func listsWhatSomeReleasesDemand() {
    let forms = forms([("Thing", "kind", .string, "code"), ("Thing", "part", .object, nil)])
    var (a, b) = (ElementDemands(), ElementDemands())
    a.insert(codes: ["x", "z", "y"], at: "Thing.kind")
    b.insert(codes: ["x", "w"], at: "Thing.kind")
    a.insert(needs: ["kind", "part"], of: "Thing")
    b.insert(needs: ["kind"], of: "Thing")
    a.insert(needs: ["onsetDate|onsetText"], of: "Thing.part")
    b.insert(needs: ["onsetDate|onsetText"], of: "Thing.part")
    // A code of one release where the other has no required value set; codes that name resource types.
    a.insert(codes: ["x"], at: "Thing.part.free")
    a.insert(codes: ["Thing"], at: "Thing.part.type")
    b.insert(codes: ["Thing", "Other"], at: "Thing.part.type")
    let compiler = DistinctionCompiler(
      head: Self.head, releases: [.init("a", forms, a), .init("b", forms, b)], known: [])
    #expect(
      compiler.text() == """
        code Thing.kind a y z
        code Thing.kind b w
        needs Thing a part
        needs Thing a|b kind

        """)
  }

  @Test func theTableSaysWhatTheLinesSay() throws {
    let text = """
      release a 1
      release b 2
      release c - like b
      type Gone a
      member Thing kind object a objects b
      member Thing.part first b

      """
    let table = try ReleaseDistinctions.read(Array(text.utf8))
    #expect(table.releases.map(\.name) == ["a", "b", "unknown"])
    let (a, bc) = (ReleaseSet(rawValue: 1), ReleaseSet(rawValue: 6))
    func find(_ name: String, _ holder: UInt16) -> DistinctionRow? {
      Array((name + "\0\0\0\0\0\0\0\0").utf8).withUnsafeBufferPointer {
        guard let start = $0.baseAddress else { return nil }
        let row = table.rows.find(start, name.utf8.count, of: holder)
        return row < 0 ? nil : table.rows.rows[row]
      }
    }
    #expect(find("Gone", 0)?.releases(having: .string) == a)
    let thing = try #require(find("Thing", 0))
    #expect(thing.releases(having: .string) == table.all)
    #expect(find("kind", thing.content)?.releases(having: .object) == a)
    #expect(find("kind", thing.content)?.releases(having: .objects) == bc)
    #expect(find("kind", thing.content)?.releases(having: .string) == [])
    let part = try #require(find("part", thing.content))
    #expect(part.releases(having: .object) == [])
    #expect(find("first", part.content)?.releases(having: .number) == bc)
    #expect(find("first", thing.content) == nil && find("kin", thing.content) == nil)
  }

  @Test(arguments: [
    "", "release a", "release a 1\ncode Thing.kind x y", "release a 1\nneeds Thing a", "release a 1\nentry a",
    "release a 1\ntype Gone x", "release a 1\nmember Thing kind shape a", "relase a 1",
  ])
  func aTextThatIsWrongIsRefused(text: String) {
    #expect(throws: SchemaText.FormatError.self) { try ReleaseDistinctions.read(Array(text.utf8)) }
  }

  @Test func checkedInFilesAreFresh() throws {
    let layout = try PackageLayout(from: URL(fileURLWithPath: #filePath))
    #expect(try DistinctionFiles(layout).complaints(definitions: nil) == [])
  }
}
