/// A name that another release of FHIR has and this one lacks; messages use it to explain where a name comes from.
package struct ForeignName: Hashable, Sendable {
  /// The releases that have it, the oldest first: `DSTU1`, `DSTU2`, `STU3`, `R4`.
  package let releases: [String]
  /// The type of this release that would have the element; `Resource` for the name of a resource type.
  package let type: String
  /// The name, with `[x]` if the other release has a choice of types.
  package let name: String
  /// The equivalent in this release: an element, a path from `type`, or for `Resource` a type.
  package let counterpart: String?

  package var release: String { releases.joined(separator: " and ") }
}

/// The lines `foreign RELEASES TYPE NAME [COUNTERPART]` of a schema text, in the order of type and name.
///
/// The lines are not decoded in advance, because most runs never need them. A binary search finds a type's lines, and
/// only the requested line is decoded: faulty records need the same few names again and again.
struct ForeignNameLines: @unchecked Sendable {
  // @unchecked: the lines are a part of the schema text, which never changes.
  let bytes: UnsafeBufferPointer<UInt8>

  func first(_ name: String, of type: String) -> ForeignName? {
    var choice: Range<Int>?
    for line in lines(of: type) {
      let found = word(3, in: line)
      if found.elementsEqual(name.utf8) { return parse(line) }
      if Self.isVariant(name, of: found) { choice = line }
    }
    return choice.flatMap(parse)
  }

  private func lines(of type: String) -> some Sequence<Range<Int>> {
    // By lines: a search by bytes, with slices and closures, takes twice the time where many names are misspelt.
    var (low, high) = (0, bytes.count)
    while low < high {
      let line = line(around: (low + high) / 2)
      if word(2, in: line).lexicographicallyPrecedes(type.utf8) {
        low = line.upperBound + 1
      } else {
        high = line.lowerBound
      }
    }
    return sequence(state: low) { next in
      guard next < bytes.count, case let line = line(around: next), word(2, in: line).elementsEqual(type.utf8)
      else { return nil }
      next = line.upperBound + 1
      return line
    }
  }

  /// Whether `effectiveDateTime` is a form of `effective[x]`. The types of other releases are not available here.
  private static func isVariant(_ name: String, of choice: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard choice.suffix(3).elementsEqual("[x]".utf8) else { return false }
    let stem = choice.dropLast(3)
    guard name.utf8.starts(with: stem), let next = name.utf8.dropFirst(stem.count).first else { return false }
    return UInt8(ascii: "A")...UInt8(ascii: "Z") ~= next
  }

  private func line(around place: Int) -> Range<Int> {
    var (start, end) = (place, place)
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    return start..<end
  }

  /// A word of a line, by its index; empty if the line has fewer.
  private func word(_ place: Int, in line: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    var rest = bytes[line]
    for _ in 0..<place { rest = rest.drop { $0 != 0x20 }.dropFirst() }
    return rest.prefix { $0 != 0x20 }
  }

  func parse(_ line: Range<Int>) -> ForeignName? {
    let words = bytes[line].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4 || words.count == 5 else { return nil }
    return ForeignName(
      releases: words[1].split(separator: "|").map(String.init), type: words[2], name: words[3],
      counterpart: words.count == 5 ? words[4] : nil)
  }
}

extension SchemaTable {
  /// The origin of the name of a resource type that this release lacks; `nil` if no other release is known to have it.
  package func foreignResource(_ name: String) -> ForeignName? {
    facts.typeName(.resource).flatMap { foreignName(name, of: $0) }
  }

  /// The origin of a name that this release lacks: a member's without the `_` of a sibling, or a resource type's under
  /// `Resource`; `nil` if no other release is known to have it there.
  ///
  /// Only for messages: it decodes what it finds. The names of a type's base also count, so that `SimpleQuantity` has
  /// the names of `Quantity`.
  package func foreignName(_ name: String, of type: String) -> ForeignName? {
    var type = type
    while true {
      if let found = foreignLines.first(name, of: type) { return found }
      guard let row = self.type(named: type), bases[row].exists else { return nil }
      type = typeNames[bases[row]]
    }
  }
}
