package struct GeneratedRelease: Sendable, CustomStringConvertible {
  package let release: FHIRRelease
  /// Its rows, roles, names, invariants and codes, as generated.
  package let facts, invariantPages: StaticString
  let codeSystems: StaticString

  package var description: String { release.name }

  package var wholeFacts: UnsafeBufferPointer<UInt8> { whole(\.facts) }
  package var wholeInvariantPages: UnsafeBufferPointer<UInt8> { whole(\.invariantPages) }
  var wholeCodeSystems: UnsafeBufferPointer<UInt8> { whole(\.codeSystems) }

  /// The text itself, or, for a release that is like another, a new text that is never freed: the parts of the other's
  /// text that its lines with a tab and then `OFFSET LENGTH` name, and its other lines.
  private func whole(_ part: KeyPath<Self, StaticString>) -> UnsafeBufferPointer<UInt8> {
    let text = self[keyPath: part]
    let own = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var end = own.endOfLine(from: 0)
    guard let name = own.slice(0, end).after("like ") else { return own }
    guard let base = GeneratedSchema.releases.first(where: { $0.release.name == name.text }) else {
      preconditionFailure("the text of \(release) is like that of no release")
    }
    let other = base.whole(part)
    var whole: [UInt8] = []
    whole.reserveCapacity(other.count + own.count)
    while end < own.count {
      let mark = own.firstPlace(of: UInt8(ascii: "\t"), from: end + 1)
      whole += own.slice(end + 1, mark)
      if mark == own.count { break }
      end = own.endOfLine(from: mark)
      var (first, count) = (0, 0)
      for byte in own.slice(mark + 1, end) {
        if byte == UInt8(ascii: " ") { (first, count) = (count, 0) } else { count = 10 * count + Int(byte & 0xF) }
      }
      precondition(first + count <= other.count, "the generated text of \(release) cannot be read")
      whole += other.slice(first, first + count)
      if end < own.count { whole.append(UInt8(ascii: "\n")) }
    }
    return UnsafeBufferPointer(start: whole.immortal(padding: 8), count: whole.count)
  }
}
