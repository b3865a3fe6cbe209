package struct RunPlace: Hashable, Sendable, Comparable {
  package var file, offset: Int

  package init(file: Int, offset: Int) { (self.file, self.offset) = (file, offset) }
  package static func < (a: RunPlace, b: RunPlace) -> Bool { (a.file, a.offset) < (b.file, b.offset) }
}

/// The first of some values by their place in a run: every list of a run that holds only some of what there is. Values
/// come in any order and from several threads, each of which has its own list; the merged result is the same.
package struct FirstPlaces<Value: Sendable>: Sendable {
  private let limit: Int
  package private(set) var entries: [(place: RunPlace, value: Value)] = []

  package init(limit: Int) { self.limit = limit }

  /// Adds a value, made only if it is among the first ones, and before those like it, of which the first is kept.
  package mutating func add(
    _ place: RunPlace, replacing isLike: (Value) -> Bool = { _ in false }, _ make: () throws -> Value
  ) rethrows {
    if entries.count >= limit, let last = entries.last, last.place <= place { return }
    let number = entries.firstIndex { place < $0.place || isLike($0.value) } ?? entries.count
    if number < entries.count, entries[number].place <= place { return }
    let value = try make()
    entries.removeAll { isLike($0.value) }
    entries.insert((place, value), at: number)
    if entries.count > limit { entries.removeLast() }
  }

  package mutating func merge(_ other: FirstPlaces) { for entry in other.entries { add(entry.place) { entry.value } } }
}
