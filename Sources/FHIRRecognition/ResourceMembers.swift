import FHIRSchema
package import FHIRTape
import FHIRView

/// The members of a resource that state its type and identity, as tape indices; `.none` for absent ones.
package struct ResourceMembers {
  package var type = TapeIndex.none
  package var id = TapeIndex.none
  package var meta = TapeIndex.none
  package var versionID = TapeIndex.none
  /// The array of the profiles that it claims to meet.
  package var profiles = TapeIndex.none

  @inline(__always)
  package init() {}

  package init(_ tape: Tape, _ resource: TapeIndex) {
    self.init(tape, resource, others: 0) { _ in }
  }

  /// Finds other members in the same pass.
  ///
  /// - Parameters:
  ///   - others: the bits of their names: see ``DistinctionRows/bit(_:_:)``.
  ///   - visit: gets the keys that may be among them, and keys with escapes.
  @inline(__always)
  init(_ tape: Tape, _ resource: TapeIndex, others: UInt64, _ visit: (TapeIndex) -> Void) {
    let names = others | Self.names
    let end = tape.next(resource)
    var key = resource.content
    while key < end {
      let length = tape.length(key)
      let bit = DistinctionRows.bit(tape.lexeme(key).pointee, length)
      if tape.tag(key) != .key {
        visit(key)
        takeEscaped(tape, key)
      } else if names & bit != 0 {
        if others & bit != 0 { visit(key) }
        // The names that are searched for differ in length.
        switch length {
        case 2: if !id.exists, KeyWord.of(tape, key) == KeyWord.id { id = key.value }
        case 4: if !meta.exists, KeyWord.of(tape, key) == KeyWord.meta { meta = key.value }
        case 12: if !type.exists, ResourceView.isTypeKey(key, of: tape) { type = key.value }
        default: break
        }
      }
      key = tape.next(key.value)
    }
    if meta.exists { lookIntoMeta(tape) }
  }

  @inline(never)
  private mutating func lookIntoMeta(_ tape: Tape) {
    guard tape.tag(meta) == .object else { return }
    let end = tape.next(meta)
    var key = meta.content
    var profile = TapeIndex.none
    while key < end {
      if !versionID.exists, tape.isKey(key, "versionId") {
        versionID = key.value
      } else if !profile.exists, tape.isKey(key, "profile") {
        profile = key.value
      }
      key = tape.next(key.value)
    }
    if profile.exists, tape.tag(profile) == .array { profiles = profile }
  }

  /// The bits of `id`, `meta` and `resourceType`.
  @inline(__always)
  private static var names: UInt64 {
    DistinctionRows.bit(UInt8(ascii: "i"), 2) | DistinctionRows.bit(UInt8(ascii: "m"), 4)
      | DistinctionRows.bit(UInt8(ascii: "r"), 12)
  }

  /// The tape index of the type of a resource that names it first, or at the same place as the previous resource did;
  /// `.none` if it does neither.
  ///
  /// The caller must compare the result with a pass over the members: something within a member may look like the type
  /// of the whole.
  ///
  /// - Parameter distance: the distance of the previous type from the end of its resource, see ``typeFromEnd(of:_:)``.
  @inline(__always)
  static func likelyType(of resource: TapeIndex, _ tape: Tape, fromEnd distance: Int) -> TapeIndex {
    let first = resource.content
    let key = tape.next(resource).advanced(by: -distance)
    guard key >= first else { return .none }
    if ResourceView.isTypeKey(first, of: tape) { return first.value }
    // The word may be the second word of an array, which has no tag.
    guard tape.words[key] &>> 60 == UInt64(TapeTag.key.rawValue), tape.offset(key) > tape.offset(resource),
      tape.offset(key) &+ tape.length(key) < tape.end(resource)
    else { return .none }
    return ResourceView.isTypeKey(key, of: tape) ? key.value : TapeIndex.none
  }

  /// The distance of the type's key from the end of the resource, in words of the tape; a writer usually puts members
  /// of the same size after it.
  @inline(__always)
  func typeFromEnd(of resource: TapeIndex, _ tape: Tape) -> Int { tape.next(resource).distance(from: type) &+ 1 }

  @inline(never)
  private mutating func takeEscaped(_ tape: Tape, _ key: TapeIndex) {
    switch KeyWord.of(tape, key) {
    case KeyWord.id where !id.exists: id = key.value
    case KeyWord.meta where !meta.exists: meta = key.value
    default: if !type.exists, ResourceView.isTypeKey(key, of: tape) { type = key.value }
    }
  }
}
