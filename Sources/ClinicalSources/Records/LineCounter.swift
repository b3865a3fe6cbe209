import FHIRTape

/// Finds the line of an offset in a stream that was already read further.
///
/// It keeps the newlines between the last requested offset and the end of the bytes read.
final class LineCounter {
  private var newlines: [Int] = []
  private var passed = 0
  private var base = 1

  /// The line of an offset; offsets come in ascending order.
  func line(of offset: Int) -> Int {
    while passed < newlines.count, newlines[passed] < offset { passed += 1 }
    return base + passed
  }

  fileprivate func take(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    base += passed
    newlines.removeFirst(passed)
    passed = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A { newlines.append(offset + index) }
  }

  fileprivate func restart() {
    newlines = []
    passed = 0
    base = 1
  }
}

/// A source whose lines are counted while it is read.
struct LineCountingSource<Source: ByteSource>: ByteSource {
  private var source: Source
  private let counter: LineCounter
  private var offset = 0

  init(_ source: Source, counter: LineCounter) {
    self.source = source
    self.counter = counter
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = try source.read(into: buffer)
    counter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
    offset += count
    return count
  }

  mutating func rewind() throws {
    try source.rewind()
    counter.restart()
    offset = 0
  }
}
