import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// Something in the resource refers to each resource that it contains.
///
/// Judged by the walk itself, which sees all references anyway: an expression would look through the whole resource for
/// each contained one.
extension ReferenceJudge {
  /// Judges the contained resources of the resource at `index`, whose walk has ended.
  @inline(never)
  mutating func checkContainedAreReferred(_ index: Int, _ cursor: inout RecordCursor) {
    guard let array = cursor.tape.member("contained", of: index), cursor.tape.tag(array) == .array else { return }
    // Elements of type uri and links of the narrative may mean a contained resource, too; they are looked at only when a
    // reference is wanting.
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

  /// All texts in a resource that begin with `#`, those in quotes within XHTML among them.
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
  /// The text at an index, `nil` for what is no string.
  fileprivate func text(_ index: Int) -> String? {
    switch tag(index) {
    case .string, .escapedString: string(index)
    default: nil
    }
  }
}
