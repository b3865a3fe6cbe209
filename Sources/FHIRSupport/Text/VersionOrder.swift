/// The order of versions: by the numbers, and one without a label after those with one, `7.0.0-ballot`.
package struct VersionOrder: Comparable {
  private let numbers: [Int]
  private let label: String?

  package init(_ version: String) {
    let parts = version.split(separator: "-", maxSplits: 1)
    numbers = (parts.first ?? "").split(separator: ".").map { Int($0) ?? 0 }
    label = parts.count > 1 ? String(parts[1]) : nil
  }

  package static func < (a: VersionOrder, b: VersionOrder) -> Bool {
    if a.numbers != b.numbers { return a.numbers.lexicographicallyPrecedes(b.numbers) }
    guard let label = a.label else { return false }
    return b.label.map { label.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
  }
}
