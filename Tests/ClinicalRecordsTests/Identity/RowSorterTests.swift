import FHIRSupport
import Testing

/// Sorting in bounded memory gives what sorting in memory gives.
struct RowSorterTests {
  private func words(_ row: IndexRow) -> [UInt64] { [row.w0, row.w1, row.w2, row.w3, row.w4, row.w5, row.w6, row.w7] }

  @Test(arguments: [0, 64 * 64, 1 << 20], [0, 1, 8, 64])
  func sortsLikeTheLibrary(budget: Int, bits: Int) throws {
    var random = RandomSource(bits)
    let mask: UInt64 = bits == 64 ? .max : (1 << UInt64(bits)) - 1
    let shift = UInt64.random(in: 0...(64 - UInt64(max(bits, 1))), using: &random)
    let rows = (0..<3_000).map { _ in
      IndexRow(
        random.next() & mask << shift, random.next() & 3, 0, random.next() & mask, 0, 0, random.next() & mask,
        random.next())
    }
    let sorters = (0..<3).map { _ in RowSorter(budget: budget) }
    for (number, row) in rows.enumerated() { try sorters[number % 7 % 3].append(row) }
    #expect(sorters.reduce(0) { $0 + $1.count } == rows.count)
    let merge = try RowMerge(sorters, budget: budget)
    var sorted: [[UInt64]] = []
    while let row = try merge.next() { sorted.append(words(row)) }
    #expect(sorted == rows.map(words).sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func sortsAnEmptyList() throws {
    let merge = try RowMerge([RowSorter(budget: 0)], budget: 0)
    #expect(try merge.next() == nil)
  }
}
