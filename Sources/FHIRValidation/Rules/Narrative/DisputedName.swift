package import FHIRFindings
import FHIRPath

extension Rule {
  package static let disputedName = Rule(
    "narrative/disputed-name", .warning, .structure,
    summary: "a narrative uses a name on which the specification disagrees with itself",
    checks: """
      The words of the specification and its XML schema allow the elements `address`, `area`, `bdo`, `kbd`, `map`, \
      `sub` and `sup` and the attributes `ismap`, `nohref`, `usemap`, `xml:lang` and `xml:space`; the lists of the \
      invariants txt-1 and txt-3 leave them out.
      """,
    matters: """
      Software that follows the lists refuses the record or drops the element: `10<sup>9</sup>` then reads 109. To be \
      safe, write 10⁹ or 10^9.
      """,
    form: .narrative, bad: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>4.2 x 10<sup>9</sup>/l</p></div>"#,
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>4.2 x 10⁹/l</p></div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportDisputedName(_ fault: NarrativeFault, in place: NarrativePlace) {
    let kind = fault.kind == .disputedElement ? "element" : "attribute"
    report(
      .disputedName, fault, in: place,
      """
      expected an \(kind) that all texts of the specification allow, found '\(place.text(fault.range))', which the \
      invariant's list leaves out
      """)
  }
}
