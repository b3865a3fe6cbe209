import FHIRNarrative
import FHIRSupport

/// A narrative uses only allowed content, and has some content.
///
/// The scan of the narrative finds these faults and their places. Some releases state one constraint for elements and
/// attributes, others state two.
extension RecordCursor {
  @inline(never)
  mutating func reportForbiddenElement(_ fault: NarrativeFault, in place: NarrativePlace) {
    let name = place.text(fault.range)
    let hint = name.lowercased().byBytes == name.byBytes ? "" : "; names are in lower case"
    report(
      formInvariant ?? .narrativeElements, at: place.range(fault.range), path: place.path,
      expected: "an element of basic formatting, a link or an image", found: "'\(name)'\(hint)")
  }

  @inline(never)
  mutating func reportEmptyNarrative(_ fault: NarrativeFault, in place: NarrativePlace) {
    report(.narrativeContent, at: place.range(fault.range), path: place.path)
  }

  @inline(never)
  mutating func reportForbiddenAttribute(_ fault: NarrativeFault, in place: NarrativePlace) {
    let name = place.text(fault.range)
    let isHandler = name.lowercased().byBytes.hasPrefix("on")
    report(
      formInvariant ?? .narrativeAttributes, at: place.range(fault.range), path: place.path,
      expected: isHandler ? "no handlers of events" : "an attribute of basic formatting, links or images",
      found: "'\(name)'")
  }

  private var formInvariant: NativeInvariant? { invariants.has(.narrativeForm) ? .narrativeForm : nil }
}
