package import FHIRFindings

extension Rule {
  package static let undeclaredEntity = Rule(
    "source/undeclared-entity", .error, .value,
    summary: "an entry of an export.xml has a character reference that XML does not define",
    checks: """
      The only references in the values of an entry are `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and the numbers of \
      characters. Entities that the file declares are not read or expanded; the reference is kept as it is written.
      """,
    matters: """
      Apple Health declares no entities. Declared entities can refer to other files, or expand a few lines to \
      gigabytes.
      """,
    bad: ExportExample.good.replacing("City Clinic", with: "City &clinic;")
      .replacing("<HealthData>", with: #"<!DOCTYPE HealthData [ <!ENTITY clinic "Clinic"> ]>\#n<HealthData>"#),
    good: ExportExample.good.replacing("City Clinic", with: "City &amp; Clinic"),
    specification: "https://www.w3.org/TR/xml/#sec-predefined-ent")
}
