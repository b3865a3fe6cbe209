package import FHIRFindings
import FHIRPath

extension Rule {
  package static let duplicateNarrativeID = Rule(
    "narrative/duplicate-id", .error, .duplicate, summary: "two elements of a narrative have the same id",
    checks: """
      No two elements of the narratives of a resource have the same `id`. In DSTU2, none has that of an element of the \
      resource or of a contained resource. The same id in two resources of a Bundle is fine.
      """,
    matters: """
      Data and links refer to parts of the narrative by id. With a duplicate, some of them lead to the wrong part.
      """,
    form: .narrative, bad: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"a\">One</p><p id=\"a\">Two</p></div>"#,
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"a\">One</p><p id=\"b\">Two</p></div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#id")
}

extension RecordCursor {
  @inline(never)
  mutating func reportDuplicateNarrativeID(_ fault: NarrativeFault, in place: NarrativePlace) {
    if drops(.duplicateNarrativeID) { return }
    report(
      .duplicateNarrativeID, fault, in: place,
      "expected each id once in the resource, found '\(place.text(fault.range))' again")
  }
}

extension IdentifierJudge {
  /// Compares the ids of a narrative with the ids of the resource so far.
  @inline(never)
  mutating func checkNarrativeIDs(
    _ ids: [(hash: UInt64, range: Range<Int>)], in place: NarrativePlace, _ cursor: inout RecordCursor
  ) {
    for id in ids where seen.ids.contains(id.hash) {
      cursor.reportDuplicateNarrativeID(NarrativeFault(.duplicateID, id.range), in: place)
    }
    for id in ids { seen.ids.insert(id.hash) }
  }
}
