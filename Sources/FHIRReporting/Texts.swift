package import FHIRSupport

extension [UInt8] {
  // Hundreds of places call it; a copy in each would be a good part of the module's code.
  @inline(never) package static func += (bytes: inout [UInt8], text: String) { bytes.append(contentsOf: text.utf8) }
}

extension String {
  /// `12,345`.
  package init(grouped number: Int) {
    let digits = Array(String(number.magnitude))
    let groups = digits.indices.map { ((digits.count - $0) % 3 == 0 && $0 > 0 ? "," : "") + String(digits[$0]) }
    self = (number < 0 ? "-" : "") + groups.joined()
  }

  /// `1 file`, `12,345 files`.
  package init(counting number: Int, _ one: String, _ many: String) {
    self = String(grouped: number) + " " + (number == 1 ? one : many)
  }

  /// Sixteen hexadecimal digits, so that texts sort like numbers.
  package init(hexadecimal number: UInt64) {
    let digits = String(number, radix: 16)
    self = String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension Dictionary where Key: Comparable {
  /// The keys and values by key. Only keys are sorted, since a sort is compiled for each type of elements.
  package var inOrder: [(key: Key, value: Value)] { keys.sorted().map { ($0, self[$0]!) } }
}

extension Dictionary where Key: Comparable, Value == Int {
  /// The counts, the largest first, then by name, so that equal counts have a defined order.
  package var commonestFirst: [(key: Key, value: Int)] { sorted { ($1.value, $0.key) < ($0.value, $1.key) } }
}

extension Dictionary where Key == ByteText, Value == Int {
  /// The counts under other names; those of names that become equal are added up.
  package func renamed(_ name: (String) -> String) -> [ByteText: Int] {
    [ByteText: Int](map { (name($0.key.string).byBytes, $0.value) }, uniquingKeysWith: +)
  }
}

extension [Int] {
  /// The numbers with thousands separators, aligned at their ends.
  package var aligned: [String] {
    let texts = map { String(grouped: $0) }
    let width = texts.map(\.utf8.count).max() ?? 0
    return texts.map { String(repeating: " ", count: width - $0.utf8.count) + $0 }
  }
}
