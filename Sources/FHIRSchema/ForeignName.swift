/// A name that another release of FHIR has and this one lacks, so that a rule can say where a name comes from.
package struct ForeignName: Hashable, Sendable {
  /// The releases that have it, the oldest first: `DSTU1`, `STU3`, `R4`.
  package let releases: [String]
  /// The type of this release that would hold the element; `Resource` for the name of a resource type.
  package let type: String
  /// The name, with `[x]` where the other release has a choice of types.
  package let name: String
  /// What means the same in this release: an element, a path from `type`, or for `Resource` a type.
  package let counterpart: String?

  /// The releases in one phrase.
  package var release: String { releases.joined(separator: " and ") }
}

/// The lines `foreign RELEASES TYPE NAME [COUNTERPART]` of a schema text, in the order of type and name.
///
/// Nothing is decoded at the start, since most runs never ask. A name is found by halving the text.
struct ForeignNameLines: @unchecked Sendable {
  // @unchecked: the lines are a part of the schema text, which is never written.
  let bytes: UnsafeBufferPointer<UInt8>

  var all: [ForeignName] {
    var result: [ForeignName] = []
    var start = 0
    while start < bytes.count {
      let line = line(around: start)
      if let name = parse(line) { result.append(name) }
      start = line.upperBound + 1
    }
    return result
  }

  func first(_ name: String, of type: String) -> ForeignName? {
    let all = all(of: type)
    return all.first { $0.name == name } ?? all.last { Self.isVariant(name, of: $0.name) }
  }

  /// The names that a type would have, in their order.
  func all(of type: String) -> [ForeignName] {
    var low = 0
    var high = bytes.count
    while low < high {
      let line = line(around: (low + high) / 2)
      if self.type(in: line).lexicographicallyPrecedes(type.utf8) {
        low = line.upperBound + 1
      } else {
        high = line.lowerBound
      }
    }
    var names: [ForeignName] = []
    while low < bytes.count {
      let line = line(around: low)
      guard self.type(in: line).elementsEqual(type.utf8) else { break }
      if let found = parse(line) { names.append(found) }
      low = line.upperBound + 1
    }
    return names
  }

  /// Whether `effectiveDateTime` is a form of `effective[x]`. The types of other releases are not known here.
  private static func isVariant(_ name: String, of choice: String) -> Bool {
    guard choice.hasSuffix("[x]"), name.hasPrefix(choice.dropLast(3)) else { return false }
    return name.dropFirst(choice.count - 3).first?.isUppercase == true
  }

  private func line(around place: Int) -> Range<Int> {
    var start = place
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    var end = place
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    return start..<end
  }

  private func type(in line: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    let words = bytes[line].split(separator: 0x20, maxSplits: 3)
    return words.count > 2 ? words[2] : bytes[line.lowerBound..<line.lowerBound]
  }

  private func parse(_ line: Range<Int>) -> ForeignName? {
    let words = bytes[line].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4 || words.count == 5 else { return nil }
    return ForeignName(
      releases: words[1].split(separator: "|").map(String.init), type: words[2], name: words[3],
      counterpart: words.count == 5 ? words[4] : nil)
  }
}

extension SchemaTable {
  /// All names that other releases have and this one lacks, by type and name; decoded anew each time.
  package var foreignNames: [ForeignName] { foreignLines.all }

  /// The names that other releases have for elements of a type, without those of its base; decoded anew each time.
  package func foreignNames(of type: String) -> [ForeignName] { foreignLines.all(of: type) }

  /// Where a name that this release lacks comes from; nil when no other release is known to have it there.
  ///
  /// For messages only: it decodes what it finds. What a type's base would hold counts too, so that `SimpleQuantity`
  /// knows the names of `Quantity`.
  ///
  /// - Parameters:
  ///   - name: a member's name without the `_` of a sibling, or a resource type's.
  ///   - type: a type's name or path in this release; `Resource` when a resource type is asked for.
  package func foreignName(_ name: String, of type: String) -> ForeignName? {
    var type = type
    while true {
      if let found = foreignLines.first(name, of: type) { return found }
      guard let index = self.type(named: type), self.type(named: baseNames[index]) != nil else { return nil }
      type = baseNames[index]
    }
  }
}
