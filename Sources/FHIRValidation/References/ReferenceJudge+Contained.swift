import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// Each contained resource is referred to in its resource, or refers to it.
///
/// Judged without an expression, which would search the whole resource for each contained one.
extension ReferenceJudge {
  /// Judges the contained resources of the resource at `index`, after its walk.
  @inline(never)
  mutating func checkContainedAreReferred(_ index: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    let mayRefer = cursor.invariants.has(.containedReferredOrReferring)
    let native = mayRefer ? NativeInvariant.containedReferredOrReferring : .containedReferred
    guard cursor.invariants.has(native), !areContainedReferred(in: index, &cursor) else { return }
    let mentions = LocalMentions(in: index, type: type, &cursor)
    for resource in mentions.contained where mayRefer ? !resource.mentionsContainer : resource.outer < 0 {
      let id = id(of: resource.index, &cursor)
      let name = ("#" + (id ?? "")).byBytes
      if mentions.texts.contains(name) || !mayRefer && mentions.links.contains(name) { continue }
      cursor.report(
        native, at: cursor.headRange(resource.index), path: .below(mentions.path(to: resource)),
        found: id.map { "none to '#\($0.clipped)'" } ?? "none, as it has no id")
    }
  }

  /// Whether the walk has seen a reference to each contained resource, and none of them contains another.
  private func areContainedReferred(in index: TapeIndex, _ cursor: inout RecordCursor) -> Bool {
    guard let array = cursor.tape.member("contained", of: index), cursor.tape.tag(array) == .array else { return true }
    for item in cursor.tape.items(of: array) {
      if cursor.tape.tag(item) == .object {
        guard let id = id(of: item, &cursor), containedIDs.isReferred(id, in: index),
          cursor.tape.member("contained", of: item) == nil
        else { return false }
      }
    }
    return true
  }

  private func id(of resource: TapeIndex, _ cursor: inout RecordCursor) -> String? {
    guard let id = cursor.tape.member("id", of: resource), cursor.isText(id) else { return nil }
    return cursor.tape.string(id)
  }
}
