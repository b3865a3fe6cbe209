/// A link or image that names a place inside the resource.
package struct NarrativeLink: Sendable {
  /// The value of the attribute.
  package var range: Range<Int>
  package var isImage: Bool
  /// The hash of the text after the `#`: see ``NarrativeScanner/hash(_:_:)``.
  package var id: UInt64

  /// The target of a link.
  enum Target {
    case elsewhere
    /// A target that runs a program, or shows a page that could.
    case active
    /// `#id`
    case local(UInt64)

    init(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isImage: Bool) {
      self = .elsewhere
      if start.pointee == UInt8(ascii: "h"), start[1] == UInt8(ascii: "t") { return }
      var text = NarrativeText(start, end)
      // Browsers drop control characters and white space anywhere in the scheme.
      guard var c = Self.next(&text) else { return }
      if c == 0x23 {
        // `#` alone means the narrative itself.
        var id = text
        if isImage || id.next() != nil { self = .local(text.hash) }
        return
      }
      var scheme = NarrativeName()
      while (c | 0x20) &- 0x61 < 26 || scheme.length > 0 && (c &- 0x2B < 4 || c &- 0x30 < 10) {
        scheme.append(c | 0x20)
        guard let next = Self.next(&text) else { return }
        c = next
      }
      guard c == 0x3A else { return }
      if Self.scripts.contains(scheme) {
        self = .active
      } else if scheme == Self.data, !Self.isImage(&text) {
        self = .active
      }
    }

    private static func next(_ text: inout NarrativeText) -> UInt8? {
      while let c = text.next() {
        if c > 0x20 { return c }
      }
      return nil
    }

    /// Whether the data after `data:` is an image, which runs no code.
    private static func isImage(_ text: inout NarrativeText) -> Bool {
      var type = NarrativeName()
      while let c = next(&text), c < 0x80, type.length < 6 { type.append(c | 0x20) }
      return type == image
    }

    private static let scripts = ["javascript", "vbscript", "livescript", "jscript", "mocha"].map(NarrativeName.init)
    private static let data = NarrativeName("data")
    private static let image = NarrativeName("image/")
  }
}

extension NarrativeScanner {
  /// The hash of an id, comparable with ``NarrativeLink/id``; the id is the lexeme of a JSON string.
  package static func hash(_ lexeme: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    // `&` begins a reference only in XHTML, and no id contains one.
    NarrativeText(lexeme, lexeme + count).hash
  }
}
