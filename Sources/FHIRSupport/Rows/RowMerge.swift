/// Reads the rows of sorters in order, by merging all runs.
package final class RowMerge {
  /// The state of a run: the rows that were read, and the place of the next ones.
  private struct Cursor {
    var row, end: UnsafePointer<IndexRow>
    var buffer: UnsafeMutableRawBufferPointer?
    var file: TemporaryFile?
    var offset = 0
    /// How many rows are only in the file.
    var rows = 0
  }

  // The sorters own the memory of the cursors.
  private let sorters: [RowSorter]
  // A merge has one user at a time, like a sorter.
  @exclusivity(unchecked) private var cursors: ContiguousArray<Cursor> = []
  /// Numbers of cursors, as a binary heap; the cursor with the least row comes first.
  @exclusivity(unchecked) private var heap: ContiguousArray<Int> = []

  /// Starts reading sorters, which then accept no more rows; a run takes at least 4 KiB of the budget.
  package init(_ sorters: [RowSorter], budget: Int) throws(TemporaryFileError) {
    self.sorters = sorters
    for sorter in sorters { try sorter.finish() }
    let runs = sorters.reduce(0) { $0 + $1.runs.count }
    let size = min(max(budget / max(runs, 1), 4 << 10), 1 << 20) / IndexRow.byteCount * IndexRow.byteCount
    for sorter in sorters {
      if let rows = sorter.rows, sorter.held > 0 { cursors.append(Cursor(row: rows, end: rows + sorter.held)) }
      guard let file = sorter.file else { continue }
      for run in sorter.runs where run.rows > 0 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
        let start = UnsafePointer(buffer.bindMemory(to: IndexRow.self).baseAddress!)
        cursors.append(Cursor(row: start, end: start, buffer: buffer, file: file, offset: run.offset, rows: run.rows))
        try refill(cursors.count - 1)
      }
    }
    heap = ContiguousArray(cursors.indices)
    for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(place) }
  }

  deinit { for cursor in cursors { cursor.buffer?.deallocate() } }

  /// The next row in order, `nil` after the last.
  package func next() throws(TemporaryFileError) -> IndexRow? {
    guard let first = heap.first else { return nil }
    let row = cursors[first].row.pointee
    cursors[first].row += 1
    if cursors[first].row == cursors[first].end { try refill(first) }
    if cursors[first].row == cursors[first].end {
      let last = heap.removeLast()
      if heap.isEmpty { return row }
      heap[0] = last
    }
    siftDown(0)
    return row
  }

  /// Reads the next rows of a run; none at its end.
  private func refill(_ index: Int) throws(TemporaryFileError) {
    guard let buffer = cursors[index].buffer, let file = cursors[index].file, cursors[index].rows > 0 else { return }
    let count = min(buffer.count / IndexRow.byteCount, cursors[index].rows)
    let bytes = count * IndexRow.byteCount
    try file.read(at: cursors[index].offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<bytes]))
    let start = UnsafePointer(buffer.baseAddress!.assumingMemoryBound(to: IndexRow.self))
    cursors[index].row = start
    cursors[index].end = start + count
    cursors[index].offset += bytes
    cursors[index].rows -= count
  }

  private func siftDown(_ start: Int) {
    var place = start
    let moving = heap[place]
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, cursors[heap[child + 1]].row.pointee < cursors[heap[child]].row.pointee { child += 1 }
      guard cursors[heap[child]].row.pointee < cursors[moving].row.pointee else { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = moving
  }
}
