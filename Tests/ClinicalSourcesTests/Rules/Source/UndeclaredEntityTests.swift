import ClinicalSources
import Testing

struct UndeclaredEntityTests {
  @Test(arguments: [
    "&clinic;", "&#0;", "&#x1F;", "&#xD800;", "&#x110000;", "&#xFFFF;", "&#;", "&#x;", "&#-5;", "&AMP;",
  ])
  func reportsReferencesToNoCharacter(reference: String) throws {
    let export = try expectExport(
      stubText(sourceName: "City «\(reference)»"),
      finds: [
        ExpectedFinding(
          "undeclared-entity", "sourceName",
          "expected one of the five entities of XML or the number of a character, found '\(reference)'; "
            + "it was not expanded")
      ])
    #expect(export.stubs[0].sourceName == "City \(reference)")
  }

  @Test func reportsALoneAmpersand() throws {
    try expectExport(
      stubText(sourceName: "A «&» B"),
      finds: [
        ExpectedFinding("undeclared-entity", "sourceName", "expected an entity after '&', found none; '&amp;' is '&'")
      ])
  }

  /// Every entity refers to the previous one ten times: expanding them would need gigabytes.
  @Test func nothingThatTheFileDeclaresIsExpanded() throws {
    var declarations = "<!ENTITY e0 \"lol\">"
    for level in 1...20 {
      declarations += "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
    }
    let export = try expectExportXML(
      "<!DOCTYPE HealthData [\(declarations)]>\n<HealthData>&e20;\(stubText(sourceName: "«&e20;»"))</HealthData>",
      finds: [
        ExpectedFinding(
          "undeclared-entity", "sourceName",
          "expected one of the five entities of XML or the number of a character, found '&e20;'; it was not expanded")
      ])
    #expect(export.stubs.map(\.sourceName) == ["&e20;"])
  }

  /// The reference is never followed, so the text of an entity is not part of the export.
  @Test func stubsInEntityDeclarationsAreIgnored() throws {
    let stub = stubText(path: "/clinical-records/evil.json").replacing("\"", with: "'")
    let export = try expectExportXML(
      """
      <!DOCTYPE HealthData SYSTEM "<ClinicalRecord/>" [
      <!ENTITY evil "\(stub)">
      <!ENTITY % more SYSTEM '<ClinicalRecord type="Patient"/>'> <!NOTATION n SYSTEM "<ClinicalRecord/>">
      %more; ]>
      <HealthData>&evil; <![CDATA[ \(stub) ]]> <!-- \(stub) --> <?a \(stub) ?> \(stubText())</HealthData>
      """)
    #expect(export.stubs.map(\.resourceFilePath) == ["/clinical-records/a.json"])
  }

  @Test func acceptsPredefinedEntitiesAndNumbers() throws {
    let export = try expectExport(stubText(sourceName: "&lt;&gt;&amp;&quot;&apos;&#228;&#xe4;&#x1F3E5;"))
    #expect(export.stubs[0].sourceName == "<>&\"'ää🏥")
  }
}
