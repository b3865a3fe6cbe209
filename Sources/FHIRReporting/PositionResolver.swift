public import FHIRFindings
package import FHIRSupport

/// Converts byte offsets to lines, columns and excerpts while the input streams by.
///
/// It opens no files: it tells which bytes it needs, and the caller feeds them. The largest piece determines the
/// memory, not the input; a whole input may be fed as one piece.
///
/// ```swift
/// var resolver = PositionResolver()
/// resolver.append(bytes)
/// resolver.finish()
/// if case .located(let position, _) = resolver.locate(finding.range) { print(position.line) }
/// ```
///
/// Offsets should ascend. For an offset before the held bytes, the answer is `needsRestart`, and the caller feeds the
/// input from its first byte again.
public struct PositionResolver: Sendable {
  /// The answer of ``locate(_:)``.
  public enum Answer: Hashable, Sendable {
    /// The place, and the line around it if excerpts were requested.
    case located(SourcePosition, SourceExcerpt?)
    /// Append the next piece, or call ``PositionResolver/finish()`` if there is none; then ask again.
    case needsBytes
    /// Call ``PositionResolver/restart()``, feed the input from its start, then ask again.
    case needsRestart
  }

  private let makesExcerpts: Bool
  /// The position at which the input, or the part of it that is fed, begins.
  private let origin: PositionCursor
  /// How many bytes are held on each side of a fault.
  private let reach: Int
  private var window: [UInt8] = []
  /// The position of the window's first byte.
  private var windowCursor: PositionCursor
  /// The position of the last requested offset, or of the window's end.
  private var cursor: PositionCursor
  private var isFinished = false
  private var startsWithMark = false

  /// Makes a resolver for one input, with `excerpts` if the text of the line is needed.
  public init(excerpts: Bool = true) { self.init(excerpts: excerpts, from: PositionCursor()) }

  /// Makes a resolver for a part of an input that begins at the start of a line.
  package init(excerpts: Bool, from origin: PositionCursor) {
    makesExcerpts = excerpts
    self.origin = origin
    (windowCursor, cursor) = (origin, origin)
    reach = excerpts ? SourceExcerpt.maximumWidth + 8 : 8
  }

  /// Takes the next piece of the input.
  public mutating func append(_ piece: UnsafeRawBufferPointer) {
    let dropped = min(max(0, cursor.offset - reach - windowCursor.offset), window.count)
    if dropped > 0 {
      window.withUnsafeBytes { windowCursor.advance(over: UnsafeRawBufferPointer(rebasing: $0[..<dropped])) }
      window.removeFirst(dropped)
    }
    window.append(contentsOf: piece)
    if windowCursor.offset == 0, window.count >= 3 { startsWithMark = window.starts(with: [0xEF, 0xBB, 0xBF]) }
  }

  /// Takes the next piece of the input.
  public mutating func append(_ piece: [UInt8]) { piece.withUnsafeBytes { append($0) } }

  /// Marks the end of the bytes.
  public mutating func finish() { isFinished = true }

  /// Drops the bytes that were fed; the next piece is the first one again.
  public mutating func restart() {
    window.removeAll(keepingCapacity: true)
    (windowCursor, cursor) = (origin, origin)
    isFinished = false
  }

  /// Finds the place of a range's start; an offset beyond the end is taken as the end.
  public mutating func locate(_ range: SourceRange) -> Answer { locate(range, excerpt: true) }

  /// As ``locate(_:)``, with an excerpt only if this finding needs one.
  package mutating func locate(_ range: SourceRange, excerpt: Bool) -> Answer {
    let base = windowCursor.offset
    let end = base + window.count
    let target = isFinished ? min(max(range.start, origin.offset), end) : max(range.start, origin.offset)
    if target < cursor.offset {
      guard base == origin.offset || target - reach >= base else { return .needsRestart }
      cursor = windowCursor
    }
    window.withUnsafeBytes {
      cursor.advance(over: UnsafeRawBufferPointer(rebasing: $0[(cursor.offset - base)..<(min(target, end) - base)]))
    }
    guard isFinished || target + reach <= end else { return .needsBytes }

    let start = target - base
    let next = start < window.count ? window[start] : nil
    let position = cursor.position(next: next, skippingMark: startsWithMark)
    guard makesExcerpts, excerpt else { return .located(position, nil) }
    let faultEnd = max(start, range.end - base)
    let line = window.withUnsafeBytes {
      SourceExcerpt(
        around: start..<faultEnd, lineStart: cursor.lineStart - base, in: $0, skippingMark: base == 0 && startsWithMark)
    }
    return .located(position, line)
  }
}
