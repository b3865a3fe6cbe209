import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// Each contained resource is the target of some reference in its resource.
///
/// The walk judges this, as it visits all references anyway: an expression would search the whole resource for each
/// contained one.
extension ReferenceJudge {
  /// Judges the contained resources of the resource at `index`, after its walk.
  @inline(never)
  mutating func checkContainedAreReferred(_ index: Int, _ cursor: inout RecordCursor) {
    guard let array = cursor.tape.member("contained", of: index), cursor.tape.tag(array) == .array else { return }
    // Elements of type uri and links of the narrative may also refer to a contained resource; they are searched only
    // when no reference does.
    let tape = cursor.tape
    var mentions: Set<ByteText>?
    let end = tape.next(array)
    var item = array + 2
    var position = 0
    while item < end {
      if tape.tag(item) == .object {
        let id = tape.member("id", of: item).flatMap(tape.text)
        var isReferred = false
        if let id {
          isReferred = containedIDs.isReferred(id, in: index)
          if !isReferred {
            if mentions == nil { mentions = localMentions(in: index, &cursor) }
            isReferred = mentions?.contains(("#" + id).byBytes) == true
          }
        }
        if !isReferred {
          cursor.report(
            .containedReferred, at: cursor.headRange(item), path: .below("contained[\(position)]"),
            found: id.map { "none to '#\($0.clipped)'" } ?? "none, as it has no id")
        }
      }
      item = tape.next(item)
      position += 1
    }
  }

  /// All texts in a resource that begin with `#`, including quoted ones in XHTML.
  private func localMentions(in index: Int, _ cursor: inout RecordCursor) -> Set<ByteText> {
    var mentions: Set<ByteText> = []
    let end = cursor.tape.next(index)
    var word = index + 2
    while word < end {
      if let text = cursor.tape.text(word), text.utf8.contains(UInt8(ascii: "#")) {
        let parts = text.utf8.split { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        for part in parts where part.first == UInt8(ascii: "#") {
          mentions.insert(String(decoding: part, as: UTF8.self).byBytes)
        }
      }
      word += cursor.tape.isContainer(word) ? 2 : 1
    }
    return mentions
  }
}

extension Tape {
  /// The text at an index, `nil` if it is not a string.
  fileprivate func text(_ index: Int) -> String? {
    switch tag(index) {
    case .string, .escapedString: string(index)
    default: nil
    }
  }
}
