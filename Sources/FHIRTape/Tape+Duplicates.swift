package import FHIRJSON
import FHIRSupport

extension Tape {
  /// The hash that stands for a key, escapes resolved. Of a million keys of one object, two have the same in one of
  /// ten million runs, and nobody can prepare such keys: the hash has the key of this process.
  package func hash(ofKey key: TapeIndex) -> UInt64 {
    if tag(key) == .escapedKey { return KeyedHash.process.hash(string(key).utf8).low }
    return KeyedHash.process.hash(lexeme(key), length(key)).low
  }

  /// The tape indices of all repeated keys below `index`, in document order.
  ///
  /// For values of known types the walk finds duplicates; this is for values without a type. The time is linear in the
  /// size of the value, whatever the keys.
  package func duplicateKeys(in index: TapeIndex) -> [TapeIndex] {
    var found: [TapeIndex] = []
    var pending = [index]
    var seen = TextSet()
    while let value = pending.popLast() {
      guard isContainer(value) else { continue }
      let isObject = tag(value) == .object
      if isObject { seen.reset(expecting: length(value)) }
      var containers: [TapeIndex] = []
      for item in isObject ? keys(of: value) : items(of: value) {
        if isObject, !seen.insert(hash(ofKey: item)) { found.append(item) }
        let content = isObject ? item.value : item
        if isContainer(content) { containers.append(content) }
      }
      pending += containers.reversed()
    }
    return found.sorted()
  }

  /// The start of a value's text for messages, clipped to a readable length.
  package func excerpt(_ index: TapeIndex, limit: Int = 60) -> String {
    let range = range(index)
    let text = UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    return isContainer(index) ? Excerpt.json(text, limit: limit) : Excerpt.text(text, limit: limit)
  }

  /// The same for a URI, whose fault may be at its end.
  package func uriExcerpt(_ index: TapeIndex) -> String { excerpt(index, limit: Excerpt.longestURI) }

  /// The JSON type of a value, for messages.
  package func description(of index: TapeIndex) -> String {
    switch tag(index) {
    case .null: "null"
    case .true, .false: "a boolean"
    case .integer, .decimal, .exponent: "a number"
    case .string, .escapedString, .key, .escapedKey: "a string"
    case .object: "an object"
    case .array: "an array"
    }
  }
}
