@testable import FHIRSchemaCompiler
import Testing

struct InvariantTests {
  private static let file = """
    summary a has b and c
    matters Nobody knows which.

    a-1 error A
      xpath not(f:b) or not(f:c)
      fhirpath b.empty() or c.empty()
      expected b or c
      found both
      bad
        {
          "b": 1
        }
      good
        {}

    a-1 error B.c[x]
      xpath f:d
      on B
      severity warning
      fhirpath d.exists()
      native some-d
      expected d
      found none
      note The XPath says less.
      bad
        {}
      good
        { "d": 1 }

    """
  private static let published = [
    PublishedInvariant(key: "a-1", severity: "error", path: "A", rule: .xpath("not(f:b) or not(f:c)")),
    PublishedInvariant(key: "a-1", severity: "error", path: "B.c[x]", rule: .xpath("f:d")),
  ]

  private static func files(_ text: String) throws -> InvariantFiles {
    try InvariantFiles(SchemaFiles(release: "dstu2", files: ["invariants/a-1.txt": text, "invariants.txt": "-"]))
  }

  private func members(_ keys: String...) -> String {
    let list = keys.map { "{\"key\": \"\($0)\", \"severity\": \"error\", \"xpath\": \"f:\($0)\"}" }
    return ", \"constraint\": [\(list.joined(separator: ","))]"
  }

  @Test func constraintsOfTheBaseAreNotRepeated() throws {
    let quantity = try Inline.structure("Quantity", rootMembers: members("qty-3"))
    let age = try Inline.structure("Age", base: "Quantity", root: "Quantity", rootMembers: members("qty-3", "age-1"))
    // qty-3 is stated on Age itself, too, and on another path; equal statements are kept once.
    #expect(PublishedInvariant.all(in: age, base: quantity).map(\.key) == ["age-1"])
    #expect(PublishedInvariant.all(in: age, base: quantity).map(\.path) == ["Age"])
  }

  @Test func aFileIsRead() throws {
    let files = try Self.files(Self.file)
    try files.check(against: Self.published)
    let statements = try #require(files.files.first).statements
    #expect(statements.map(\.published) == Self.published)
    #expect(statements[0].bad == ["{", "  \"b\": 1", "}"])
    #expect(statements[1].good == ["{ \"d\": 1 }"])
  }

  @Test func factsAndPagesAreTakenApart() throws {
    let schema = SchemaFiles(
      release: "dstu2",
      files: ["invariants/a-1.txt": Self.file, "release.txt": "release dstu2 1.0.2\n", "primitives.txt": ""])
    #expect(
      try GeneratedSource.text(schema) == """
        release dstu2 1.0.2
        invariant a-1 error A
        fhirpath b.empty() or c.empty()
        expected b or c
        found both
        gate b c
        invariant a-1 warning B native some-d
        fhirpath d.exists()
        expected d
        found none

        """)
    #expect(
      try GeneratedSource.swift(schema, .invariantPages).contains(
        """
        invariant a-1
        summary a has b and c
        matters Nobody knows which.
        on A
        xpath not(f:b) or not(f:c)
        bad
          {
            "b": 1
          }
        good
          {}
        on B.c[x]
        xpath f:d
        note The XPath says less.
        bad
          {}
        good
          { "d": 1 }

        """))
  }

  /// A release that publishes FHIRPath has a line only where the library's expression differs.
  @Test(arguments: [
    ("  published b.exists()\n", "b.exists()", "\npublished b.exists()\n"),
    ("", "b.empty() or c.empty()", "on A\nbad\n"),
  ])
  func fhirPathIsPublished(line: String, published: String, page: String) throws {
    let text = Self.file.replacing("  xpath not(f:b) or not(f:c)\n", with: line)
    let statement = try #require(Self.files(text).files.first?.statements.first)
    #expect(statement.published.rule == .fhirpath(published))
    #expect(statement.fhirpath == "b.empty() or c.empty()")
    let schema = SchemaFiles(release: "toy", files: ["invariants/a-1.txt": text])
    #expect(try GeneratedSource.swift(schema, .invariantPages).contains(page))
  }

  /// A demand in words stands beside the constraints, and no constraint of its key is expected.
  @Test(arguments: ["text", "page"])
  func aSentenceIsNoConstraint(word: String) throws {
    let text = Self.file.replacing("  xpath f:d\n", with: "  \(word) D SHALL be present.\n")
    let files = try Self.files(text)
    #expect(files.files.first?.statements.map(\.sentence) == [nil, "D SHALL be present."])
    try files.check(against: [Self.published[0]])
    #expect(throws: CompilerError.self) { try files.check(against: Self.published) }
    let schema = SchemaFiles(release: "toy", files: ["invariants/a-1.txt": text])
    #expect(try GeneratedSource.swift(schema, .invariantPages).contains("on B.c[x]\n\(word) D SHALL be present.\nnote"))
  }

  @Test func contentOfContainedResourcesMayBeExcepted() throws {
    let text = Self.file.replacing("  fhirpath b.empty()", with: "  except contained\n  fhirpath b.empty()")
    let schema = SchemaFiles(
      release: "toy", files: ["invariants/a-1.txt": text, "release.txt": "release toy 1\n", "primitives.txt": ""])
    #expect(try GeneratedSource.text(schema).contains("invariant a-1 error A except contained\n"))
  }

  @Test func constraintsThatNoRecordCanBreakMayBeLeftOut() throws {
    let more = PublishedInvariant(key: "a-2", severity: "error", path: "Unused", rule: .fhirpath("b"))
    try Self.files(Self.file).check(against: Self.published + [more], unused: ["Unused"])
  }

  @Test(arguments: [
    ("b.empty(", "expected"), ("true", "invariants/a-1.txt: the fhirpath is always true"),
  ])
  func aMeaninglessExpressionIsRefused(expression: String, reason: String) {
    let text = Self.file.replacing("b.empty() or c.empty()", with: expression)
    #expect {
      try GeneratedSource.text(
        SchemaFiles(
          release: "dstu2",
          files: ["invariants/a-1.txt": text, "release.txt": "release dstu2 1.0.2\n", "primitives.txt": ""]))
    } throws: { error in
      "\(error)".contains(reason)
    }
  }

  @Test func aConstraintWithoutRestatementIsRefused() throws {
    let more = PublishedInvariant(key: "a-2", severity: "error", path: "A", rule: .xpath("f:e"))
    let error = CompilerError("invariants/a-2.txt has no block 'a-2 error A' with the published xpath f:e")
    #expect(throws: error) { try Self.files(Self.file).check(against: Self.published + [more]) }
  }

  @Test func anXPathThatIsNotThePublishedOneIsRefused() throws {
    let changed = Self.file.replacing("xpath f:d", with: "xpath f:e")
    #expect(throws: CompilerError.self) { try Self.files(changed).check(against: Self.published) }
  }

  @Test func aConstraintThatIsNotPublishedIsRefused() throws {
    #expect(throws: CompilerError("invariants/a-1.txt: B.c[x] has no such invariant")) {
      try Self.files(Self.file).check(against: [Self.published[0]])
    }
  }

  @Test(arguments: [
    ("fhirpath b.empty() or c.empty()", "", "invariants/a-1.txt: A has no fhirpath, expected, found, bad or good"),
    ("  found both", "  seen both", "invariants/a-1.txt: not understood: '  seen both'"),
    (
      "a-1 error A", "b-1 error A", "invariants/a-1.txt: expected 'a-1 SEVERITY PATH', found 'b-1 error A'"
    ),
    ("matters", "why", "invariants/a-1.txt: expected 'summary' and 'matters' at its top"),
  ])
  func aLineThatIsNotOfTheFormIsNamed(line: String, instead: String, reason: String) {
    let text = Self.file.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasSuffix(line) && instead.isEmpty ? "" : $0.replacing(line, with: instead)
    }.joined(separator: "\n")
    #expect(throws: CompilerError(reason)) { try Self.files(text) }
  }
}
