/// The source line around a fault, cut to a width for terminals, in three parts.
///
/// Separate parts let a renderer measure and underline without counting bytes. Invalid UTF-8 is repaired; control
/// characters are unchanged, because their treatment depends on where the text is shown.
public struct SourceExcerpt: Hashable, Sendable {
  /// The line up to the fault.
  public var before: String
  /// The part of the fault on this line.
  public var fault: String
  /// The line after the fault. After a bracket that ends its line, it is the beginning of what the bracket opens.
  public var after: String
  /// Whether the line continues to the left.
  public var isCutBefore: Bool
  /// Whether the line continues to the right.
  public var isCutAfter: Bool
  /// Whether the fault continues beyond the excerpt: on later lines, or where the line was cut.
  public var faultGoesOn: Bool
  /// Whether the line may be cut within the user part of a URL.
  private var mayEndInUser: Bool

  /// The largest number of bytes of a line that are shown.
  public static let maximumWidth = 120
  /// How many bytes are kept to the left of a fault if the line must be cut.
  static let leftContext = 50

  /// Makes an excerpt of its parts.
  public init(
    before: String, fault: String, after: String, isCutBefore: Bool = false, isCutAfter: Bool = false,
    faultGoesOn: Bool = false
  ) {
    (self.before, self.fault, self.after, self.faultGoesOn) = (before, fault, after, faultGoesOn)
    (self.isCutBefore, self.isCutAfter, mayEndInUser) = (isCutBefore, isCutAfter, isCutAfter)
  }

  /// Cuts the line with `fault` out of a window of the input, which may start with a byte order mark. The fault starts
  /// inside the window or at its end; `lineStart` is negative if its line starts before the window.
  init(around fault: Range<Int>, lineStart: Int, in window: UnsafeRawBufferPointer, skippingMark: Bool) {
    let start = fault.lowerBound
    let width = SourceExcerpt.maximumWidth
    let firstShown = max(lineStart, skippingMark ? min(3, start) : 0)
    var lineEnd = start
    let scanEnd = min(window.count, start + width + 1)
    while lineEnd < scanEnd, window[lineEnd] != 0x0A { lineEnd += 1 }
    let endsInView = lineEnd < scanEnd || scanEnd == window.count
    if endsInView, lineEnd > start, lineEnd < window.count, window[lineEnd - 1] == 0x0D { lineEnd -= 1 }

    var left = firstShown
    var right = lineEnd
    if right - left > width {
      right = min(lineEnd, max(start - SourceExcerpt.leftContext, left) + width)
      left = max(left, right - width)
    }
    isCutBefore = left > firstShown || lineStart < 0
    isCutAfter = right < lineEnd || !endsInView
    if isCutBefore { left = Self.alignUp(left, limit: start, in: window) }
    if isCutAfter { right = Self.alignDown(right, limit: start, in: window) }

    // What is surely in view, so that the excerpt does not depend on how the input was divided.
    mayEndInUser = isCutAfter && !MaskedAddress.endsWithoutUser(window[right..<max(right, scanEnd)])
    let faultEnd = min(max(fault.upperBound, start), right)
    faultGoesOn = fault.upperBound > right
    before = Self.text(window, left, start)
    self.fault = Self.text(window, start, faultEnd)
    after = Self.text(window, faultEnd, right)
    // A bracket at the end of its line shows nothing, so the beginning of what it opens follows it.
    let isOpening = start < faultEnd && (window[start] == UInt8(ascii: "{") || window[start] == UInt8(ascii: "["))
    guard isOpening, endsInView, lineEnd == start + 1 else { return }
    let end = Self.alignDown(min(window.count, start + width), limit: start, in: window)
    isCutAfter = end < window.count
    // The last word may be cut.
    let words = window[lineEnd..<end].split { $0 <= 0x20 }.dropLast(isCutAfter ? 1 : 0)
    after = words.map { " " + String(decoding: $0, as: UTF8.self) }.joined()
  }

  private static func text(_ window: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> String {
    String(decoding: window[min(start, end)..<end], as: UTF8.self)
  }

  /// The first index from here on where a scalar starts; at most three bytes further in valid text.
  private static func alignUp(_ offset: Int, limit: Int, in window: UnsafeRawBufferPointer) -> Int {
    var aligned = offset
    while aligned < min(limit, offset + 3), window[aligned] & 0xC0 == 0x80 { aligned += 1 }
    return aligned
  }

  /// The last index up to here where a scalar starts.
  private static func alignDown(_ offset: Int, limit: Int, in window: UnsafeRawBufferPointer) -> Int {
    guard offset < window.count else { return offset }
    var aligned = offset
    while aligned > max(limit, offset - 3), window[aligned] & 0xC0 == 0x80 { aligned -= 1 }
    return aligned
  }
}

extension SourceExcerpt {
  /// The excerpt, cut to a number of columns, most of them from the start of the fault on.
  func fitting(_ columns: Int) -> SourceExcerpt {
    let (left, middle, right) = (Self.columns(before), Self.columns(fault), Self.columns(after))
    // A mark at each end shows that the line continues.
    let room = columns - 2
    if left + middle + right <= room || room < 8 { return self }
    var excerpt = self
    // The fault is shown whole if possible, else its beginning; the surrounding text gets the rest.
    let shown = min(middle, max(room - min(left, room / 3), room / 2))
    if shown < middle {
      excerpt.fault = TerminalText.prefix(fault, shown)
      excerpt.after = ""
      (excerpt.faultGoesOn, excerpt.isCutAfter) = (true, true)
    } else if right > 0 {
      let kept = min(right, max(0, room - middle - min(left, (room - middle) * 2 / 3)))
      if kept < right {
        excerpt.after = TerminalText.prefix(after, kept)
        excerpt.isCutAfter = true
      }
    }
    let used = Self.columns(excerpt.fault) + Self.columns(excerpt.after)
    if left > room - used {
      excerpt.before = TerminalText.suffix(before, max(0, room - used))
      excerpt.isCutBefore = true
    }
    return excerpt
  }

  /// Whether the fault is the beginning of an object or an array, as of one that lacks something: it shows nothing.
  var isBracket: Bool { fault.byBytes == "{" || fault.byBytes == "[" }
  private static func columns(_ text: String) -> Int { TerminalText.width(TerminalText.visible(text)) }

  /// The excerpt with stars for the user parts of URLs; columns do not change.
  var masked: SourceExcerpt {
    let line = before + fault + after
    // Only an address has a slash, and at a cut anything may be one.
    if !isCutBefore, !mayEndInUser, !line.utf8.contains(UInt8(ascii: "/")) { return self }
    let bytes = Array(MaskedAddress.text(line, keepsLength: true, isCut: (isCutBefore, mayEndInUser)).utf8)
    let (start, end) = (before.utf8.count, before.utf8.count + fault.utf8.count)
    var excerpt = self
    excerpt.before = String(decoding: bytes[..<start], as: UTF8.self)
    excerpt.fault = String(decoding: bytes[start..<end], as: UTF8.self)
    excerpt.after = String(decoding: bytes[end...], as: UTF8.self)
    return excerpt
  }
}
