import FHIRNarrative
import FHIRSchema
import FHIRTape

extension Walker {
  /// Judges the XHTML of a narrative, and its ids and links together with those of the resource.
  @inline(never)
  mutating func checkNarrative(_ value: TapeIndex, _ member: MemberID) {
    guard cursor.release.parts.contains(.narratives), narrative.scan(value, cursor.tape) else { return }
    let place = NarrativePlace(tape: cursor.tape, value: value, path: .member(member))
    narrative.reportFaults(in: place, &cursor)
    if narrative.narrative.hasElementIDs {
      identifiers.checkNarrativeIDs(narrative.narrative.elementIDs, in: place, &cursor)
    }
    for link in narrative.narrative.localLinks where !identifiers.contains(link.id, cursor) {
      if link.isImage {
        cursor.reportUnresolvedImage(link, in: place)
      } else {
        cursor.reportUnresolvedLink(link, in: place)
      }
    }
  }
}
