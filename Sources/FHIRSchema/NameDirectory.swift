/// Numbers by name, compared by bytes. The names must outlive it.
///
/// It is filled at every start, and needs no text for that, as a dictionary would.
struct NameDirectory: @unchecked Sendable {
  // @unchecked: the names never change.
  private var entries: [(name: UnsafeBufferPointer<UInt8>, number: Int)] = []
  /// Entries plus one by hash; 0 is an empty place.
  private var places: [UInt32]

  init(capacity: Int) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    places = Array(repeating: 0, count: size)
    entries.reserveCapacity(capacity)
  }

  /// Adds a name; a name that is there already gets the new number.
  mutating func insert(_ name: UnsafeBufferPointer<UInt8>, _ number: Int) {
    if 2 * entries.count >= places.count { grow() }
    let place = place(of: name)
    if places[place] != 0 {
      entries[Int(places[place]) - 1].number = number
    } else {
      entries.append((name, number))
      places[place] = UInt32(entries.count)
    }
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: 2 * places.count)
    for number in entries.indices { places[place(of: entries[number].name)] = UInt32(number + 1) }
  }

  subscript(name: UnsafeBufferPointer<UInt8>) -> Int? {
    let entry = Int(places[place(of: name)])
    return entry == 0 ? nil : entries[entry &- 1].number
  }

  subscript(name: String) -> Int? {
    var name = name
    return name.withUTF8 { self[$0] }
  }

  /// The place with a name, or the empty one where it belongs.
  private func place(of name: UnsafeBufferPointer<UInt8>) -> Int {
    let mask = places.count &- 1
    var place = name.hash & mask
    while true {
      let entry = Int(places[place])
      if entry == 0 || entries[entry &- 1].name.isSame(as: name) { return place }
      place = (place &+ 1) & mask
    }
  }
}
