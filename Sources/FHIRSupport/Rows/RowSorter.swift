/// Sorts any number of rows in bounded memory.
///
/// The sorter collects rows up to the budget, sorts them in place, and appends them as a run to one temporary file.
/// ``RowMerge`` reads all runs of one or several sorters in order. Below the budget there is no file. The time is
/// linear in the number of rows: it is a radix sort, and the number of runs depends only on the ratio of input and
/// budget.
package final class RowSorter {
  private let capacity: Int
  // A sorter has one user at a time, so the checks for exclusive access, four per row, are unnecessary.
  @exclusivity(unchecked) private var allocated = 0
  private var memory: RowMemory?
  @exclusivity(unchecked) private(set) var rows: UnsafeMutablePointer<IndexRow>?
  @exclusivity(unchecked) private(set) var held = 0
  package private(set) var file: TemporaryFile?
  /// The parts of the temporary file that are sorted.
  private(set) var runs: [(offset: Int, rows: Int)] = []
  @exclusivity(unchecked) package private(set) var count = 0
  private var isFinished = false

  package init(budget: Int) { capacity = max(budget / IndexRow.byteCount, 16) }

  /// Adds a row; not allowed after ``finish()``.
  package func append(_ row: IndexRow) throws(TemporaryFileError) {
    if held == allocated { try makeRoom() }
    rows![held] = row
    held += 1
    count += 1
  }

  private func makeRoom() throws(TemporaryFileError) {
    if held >= capacity {
      sort()
      return try write()
    }
    let memory = try RowMemory(capacity: capacity)
    rows = memory.rows
    allocated = capacity
    self.memory = consume memory
  }

  private func sort() { if let rows { RowOrder.sort(UnsafeMutableBufferPointer(start: rows, count: held)) } }

  /// Writes the rows in memory, which are sorted, as a run.
  private func write() throws(TemporaryFileError) {
    guard held > 0, let rows else { return }
    let file = if let file = self.file { file } else { try TemporaryFile() }
    self.file = file
    let offset = file.count
    try file.append(UnsafeRawBufferPointer(start: rows, count: held * IndexRow.byteCount))
    runs.append((offset, held))
    held = 0
  }

  /// Ends the collection: sorts all rows in memory, and keeps them there only if there is no file.
  package func finish() throws(TemporaryFileError) {
    if isFinished { return }
    isFinished = true
    sort()
    if file != nil { try release() }
  }

  /// Ends the collection and writes the rows in memory to the file, so that the memory can be used for other work.
  package func release() throws(TemporaryFileError) {
    try finish()
    try write()
    memory = nil
    (rows, allocated) = (nil, 0)
  }

  /// The memory in use, in bytes: pages without rows use none.
  package var heldBytes: Int { held * IndexRow.byteCount }
}

/// Sorts in place by the digits of the words, starting with the first word.
enum RowOrder {
  static func sort(_ rows: UnsafeMutableBufferPointer<IndexRow>) {
    guard let start = rows.baseAddress else { return }
    sort(start, rows.count, word: 0, below: 64)
  }

  /// - Parameter below: the bits of the word above this one are equal in all rows.
  private static func sort(_ rows: UnsafeMutablePointer<IndexRow>, _ count: Int, word: Int, below: Int) {
    guard count > 24 else { return insert(rows, count) }
    var (word, below, difference) = (word, below, UInt64(0))
    while true {
      difference = 0
      let sample = value(rows, word)
      if below > 0 {
        for i in 1..<count { difference |= value(rows + i, word) ^ sample }
      }
      if difference != 0 { break }
      if word == 7 { return }
      word += 1
      below = 64
    }
    // The top eight bits that differ.
    let shift = UInt64(max(0, 64 - difference.leadingZeroBitCount - 8))
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { slots in
      let next = slots.baseAddress!
      let ends = next + 256
      next.update(repeating: 0, count: 512)
      for i in 0..<count { ends[digit(rows + i, word, shift)] += 1 }
      var total = 0
      for d in 0..<256 {
        next[d] = total
        total += ends[d]
        ends[d] = total
      }
      for d in 0..<256 {
        while next[d] < ends[d] {
          var row = rows[next[d]]
          var target = digit(rows + next[d], word, shift)
          while target != d {
            let place = rows + next[target]
            next[target] += 1
            let moved = place.pointee
            place.pointee = row
            row = moved
            target = withUnsafePointer(to: &row) { digit($0, word, shift) }
          }
          rows[next[d]] = row
          next[d] += 1
        }
      }
      var from = 0
      for d in 0..<256 where ends[d] > from {
        sort(rows + from, ends[d] - from, word: word, below: Int(shift))
        from = ends[d]
      }
    }
  }

  private static func insert(_ rows: UnsafeMutablePointer<IndexRow>, _ count: Int) {
    guard count > 1 else { return }
    for i in 1..<count {
      let row = rows[i]
      var j = i
      while j > 0, row < rows[j - 1] {
        rows[j] = rows[j - 1]
        j -= 1
      }
      rows[j] = row
    }
  }

  @inline(__always) private static func value(_ row: UnsafePointer<IndexRow>, _ word: Int) -> UInt64 {
    UnsafeRawPointer(row).load(fromByteOffset: word &* 8, as: UInt64.self)
  }

  @inline(__always) private static func digit(_ row: UnsafePointer<IndexRow>, _ word: Int, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: value(row, word) &>> shift & 0xFF)
  }
}
