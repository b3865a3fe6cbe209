@testable import FHIRSchemaCompiler
import Testing

struct ForeignNameCompilerTests {
  private var own: ElementNames {
    var names = ElementNames()
    names.insert(resource: "Old")
    names.insert("id", of: "Resource", types: ["id"])
    names.insert("notes", of: "Old", types: ["string"])
    names.insert("product", of: "Old", types: ["Old.product"])
    names.insert("form", of: "Old.product", types: ["code"])
    names.insert("performer", of: "Old", types: ["Reference"])
    names.insert("reference", of: "Reference", types: ["string"])
    return names
  }

  private var newer: ElementNames {
    var names = ElementNames()
    names.insert(resource: "Old")
    names.insert(resource: "New")
    names.insert("notes", of: "Old", types: ["Annotation"])
    names.insert("when[x]", of: "Old", types: ["date"])
    names.insert("product", of: "Old", types: ["Dosage"])
    names.insert("performer", of: "Old", types: ["BackboneElement"])
    names.insert("actor", of: "Old.performer", types: ["Reference"])
    names.insert("form", of: "Dosage", types: ["code"])
    names.insert("dose", of: "Dosage", types: ["Quantity"])
    return names
  }

  private func text(_ counterparts: String) throws(CompilerError) -> String {
    try ForeignNameCompiler(
      own: own, release: "DSTU2", foreign: ["R4": newer], counterparts: CounterpartTable(counterparts)
    ).text()
  }

  @Test func namesAreDerivedAndSorted() throws {
    #expect(
      try text("") == """
        foreign R4 Old when[x]
        foreign R4 Old.product dose
        foreign R4 Resource New

        """)
  }

  @Test func counterpartsAndOtherReleasesAreAdded() throws {
    let counterparts = """
      # a comment
      R4 Resource New Old.product
      R4 Old.product dose form
      DSTU1 Old.product dose
      DSTU1 Old form product.form
      """
    #expect(
      try text(counterparts) == """
        foreign DSTU1 Old form product.form
        foreign R4 Old when[x]
        foreign DSTU1|R4 Old.product dose form
        foreign R4 Resource New Old.product

        """)
  }

  @Test(arguments: [
    ("R5 Old a b", "'R5 Old a b' is not RELEASE TYPE NAME [COUNTERPART]"),
    ("R4 Old", "'R4 Old' is not RELEASE TYPE NAME [COUNTERPART]"),
    ("R4 Old  a", "'R4 Old  a' is not RELEASE TYPE NAME [COUNTERPART]"),
    ("R4 Older when[x]", "R4 Older when[x]: no such type"),
    ("R4 Old whenever", "R4 Old whenever is not a foreign name of that release"),
    ("DSTU1 Old notes", "DSTU1 Old notes is not foreign"),
    ("DSTU1 Resource Old", "DSTU1 Resource Old is not foreign"),
    ("R4 Old when[x] date", "R4 Old when[x]: no date"),
    ("R4 Old when[x] product.date", "R4 Old when[x]: no product.date"),
    ("R4 Resource New Newer", "R4 Resource New: no Newer"),
    ("R4 Old when[x] notes\nDSTU1 Old when[x] product", "two counterparts of Old when[x]"),
  ])
  func faultIsNamed(counterparts: String, reason: String) {
    #expect(throws: CompilerError("counterparts.txt: \(reason)")) { try text(counterparts) }
  }

  /// The newer release's facts about the names of this one, inverted: neither for a path nor for two names.
  @Test func counterpartsOfAnotherReleaseAreInverted() throws {
    var own = own
    own.insert("remark", of: "Old", types: ["string"])
    let theirs = """
      DSTU2 Old notes when[x]
      DSTU2 Old form product.form
      DSTU2 Resource Old New
      DSTU2 Old.product form dose
      DSTU2 Old.product amount dose
      DSTU2 Old performer remark
      """
    let compiler = ForeignNameCompiler(
      own: own, release: "DSTU2", foreign: ["R4": newer],
      counterparts: try CounterpartTable("R4 Resource New Old.product"),
      theirs: ["R4": try CounterpartTable(theirs)])
    #expect(
      try compiler.text() == """
        foreign R4 Old when[x] notes
        foreign R4 Old.product dose form
        foreign R4 Resource New Old.product

        """)
  }
}
