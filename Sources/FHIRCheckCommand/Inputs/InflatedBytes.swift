import RecordSources

/// Reads an input that can only be inflated from its beginning as if it could be read from any place.
///
/// Going forward inflates what lies between; going back inflates from the beginning again, unless it is only a little
/// way back. That is done for a bounded number of bytes, so that reading in no order takes no more than linear time.
final class InflatedBytes {
  private let input: InputSource
  /// The last bytes that were inflated, and where in the input they lie.
  private let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * InflatedBytes.step, alignment: 16)
  private var held = 0..<0
  private var hasEnded = false
  /// How many bytes may still be inflated again.
  private var budget = 64 << 20

  private static let step = 64 << 10

  init(_ input: InputSource) {
    self.input = input
  }

  deinit { window.deallocate() }

  /// Reads from an offset; 0 at the end, `nil` where that would take too long.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    do {
      if offset < held.lowerBound {
        guard offset <= budget else { return nil }
        budget -= offset
        try input.rewind()
        (held, hasEnded) = (0..<0, false)
      }
      while offset >= held.upperBound, !hasEnded { try advance() }
    } catch {
      return nil
    }
    let count = min(buffer.count, held.upperBound - offset)
    guard count > 0 else { return 0 }
    let start = offset - held.lowerBound
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[start..<start + count]))
    return count
  }

  private func advance() throws {
    if held.count + InflatedBytes.step > window.count {
      let kept = held.suffix(held.count - InflatedBytes.step)
      window.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[InflatedBytes.step..<held.count]))
      held = kept
    }
    let free = window[held.count..<held.count + InflatedBytes.step]
    let count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: free))
    hasEnded = count == 0
    held = held.lowerBound..<held.upperBound + count
  }
}
