import FHIRRecognition
import FHIRSchema
import FHIRTape

extension Walker {
  /// Judges an entry of the current Bundle; the path is at the entry.
  ///
  /// An entry whose record has no definitions is not judged either: only its address is registered, so that other
  /// entries may refer to it.
  ///
  /// - Parameters:
  ///   - record: what was decided before, for an entry on a separate tape.
  ///   - element: as in ``walkObject(_:type:element:)``.
  mutating func walkEntry(
    _ entry: TapeIndex, _ parts: EntryMembers, _ record: UnsafePointer<ExaminedRecord>? = nil, number: Int,
    type: TypeID, element: ElementID
  ) {
    let hasResource = parts.resource.exists && cursor.tape.tag(parts.resource) == .object
    var resource = ResourceMembers()
    if let record, let found = record.pointee.found {
      resource = record.pointee.members
      recognition.last = (parts.resource, found)
    }
    if number == 0, !references.bundle.isActive {
      references.bundle.begin(release: cursor.release.number, scope: repeated.beginScope())
    }
    if hasResource, let found = unjudgedRelease(of: parts.resource, &resource) {
      references.noteEntry(entry, parts, resource, number: number, isJudged: false, &cursor)
      let outer = cursor.record
      leaveUnjudged(parts.resource, entry: entry, found, at: .child("resource"))
      cursor.record = outer
    } else {
      references.noteEntry(entry, parts, resource, number: number, isJudged: true, &cursor)
      walkObject(entry, type: type, element: element)
    }
    references.leaveEntry()
  }
}
