/// The generated text of one release.
package struct GeneratedRelease: Sendable {
  package let release: FHIRRelease
  /// Its rows, roles, names, invariants and codes, as generated.
  package let facts: StaticString
  /// The pages of its invariants, as generated.
  package let invariantPages: StaticString

  init(_ release: FHIRRelease, facts: StaticString, invariantPages: StaticString) {
    self.release = release
    self.facts = facts
    self.invariantPages = invariantPages
  }

  /// The whole of ``facts``.
  package var wholeFacts: UnsafeBufferPointer<UInt8> { Self.whole(\.facts, of: self) }

  /// The whole of ``invariantPages``.
  package var wholeInvariantPages: UnsafeBufferPointer<UInt8> { Self.whole(\.invariantPages, of: self) }

  /// The text itself, or, for a release that is like another, a new text that is never freed: the parts of the other's
  /// text that its lines `copy OFFSET LENGTH` name, and its other lines.
  private static func whole(
    _ part: KeyPath<GeneratedRelease, StaticString>, of release: GeneratedRelease
  ) -> UnsafeBufferPointer<UInt8> {
    let text = release[keyPath: part]
    let own = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var end = own.endOfLine(from: 0)
    guard let name = own.slice(0, end).after("like ") else { return own }
    guard let base = GeneratedSchema.releases.first(where: { $0.release.name == name.text }) else {
      preconditionFailure("the text of \(release.release) is like that of no release")
    }
    let other = whole(part, of: base)
    var whole: [UInt8] = []
    whole.reserveCapacity(other.count)
    var words = SchemaLine()
    while end < own.count {
      let start = end + 1
      end = own.endOfLine(from: start)
      let line = own.slice(start, end)
      if !whole.isEmpty { whole.append(UInt8(ascii: "\n")) }
      guard line.hasKeyword("copy ") else {
        whole += line
        continue
      }
      words.read(line)
      guard words.count == 3, let first = Int(words.text(1)), let count = Int(words.text(2)) else {
        preconditionFailure("the generated text of \(release.release) cannot be read: \(words)")
      }
      whole += other.slice(first, first + count)
    }
    return UnsafeBufferPointer(start: whole.immortal(), count: whole.count)
  }
}
