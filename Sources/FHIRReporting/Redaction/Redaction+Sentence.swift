import FHIRFindings

extension Redaction {
  /// A sentence without values: hides quoted texts that are not names, words that no rule uses, and the found value. It
  /// shows the names of the finding's profile, and numbers only if it may state limits.
  func sentence(_ text: String, of profile: ProfileSource? = nil, showsNumbers: Bool = true) -> String {
    var reader = SentenceReader(redaction: self, profile: profile, rest: text[...], isAtFound: !showsNumbers)
    return reader.read()
  }
}

private struct SentenceReader {
  let redaction: Redaction
  let profile: ProfileSource?
  var rest: Substring
  var shown = ""
  /// Whether the reader has passed "found": a number after it is a value, and before it a limit.
  var isAtFound: Bool
  var previous: Substring = ""

  mutating func read() -> String {
    while let scalar = rest.unicodeScalars.first {
      if scalar == "'" || scalar == "\"" {
        takeQuoted(scalar)
      } else if scalar == " " {
        shown += " "
        rest = rest[rest.unicodeScalars.index(after: rest.startIndex)...]
      } else if Self.isMark(scalar) {
        takeMarks()
      } else {
        takeToken()
      }
    }
    return shown
  }

  /// A text in quotes: it ends at a quote that is followed by something that may follow a text, or else never.
  private mutating func takeQuoted(_ quote: Unicode.Scalar) {
    let scalars = rest.unicodeScalars
    let end =
      scalars.indices.dropFirst().first { index in
        guard scalars[index] == quote else { return false }
        return scalars[index...].dropFirst().first.map { $0 == " " || Self.isMark($0) } ?? true
      } ?? scalars.endIndex
    let content = rest[scalars.index(after: scalars.startIndex)..<end]
    shown.unicodeScalars.append(quote)
    shown += content.isEmpty ? "" : isOfProfile(content) ? String(content) : redaction.shown(content)
    if end < scalars.endIndex { shown.unicodeScalars.append(quote) }
    rest = end < scalars.endIndex ? rest[scalars.index(after: end)...] : rest[end...]
    previous = ""
  }

  /// Punctuation of the sentence; several marks in a row are a value.
  private mutating func takeMarks() {
    let marks = rest.unicodeScalars.prefix { Self.isMark($0) }
    let text = rest[marks.startIndex..<marks.endIndex]
    shown += marks.count < 4 ? String(text) : redaction.placeholder(text)
    rest = rest[marks.endIndex...]
    previous = text
  }

  private mutating func takeToken() {
    let scalars = rest.unicodeScalars
    var end = scalars.firstIndex { $0 == " " || $0 == "\"" } ?? scalars.endIndex
    // Marks at its end belong to the sentence.
    while end > scalars.startIndex, Self.isMark(scalars[scalars.index(before: end)]) {
      end = scalars.index(before: end)
    }
    let token = rest[scalars.startIndex..<end]
    rest = rest[end...]
    if let place = redaction.place(token) {
      shown += place
    } else if redaction.isName(token) || token == "UTF-8" || isOfProfile(token) || isPlain(token) || isLimit(token) {
      shown += token
    } else {
      shown += redaction.placeholder(token)
    }
    if token == "found" { isAtFound = true }
    previous = token
  }

  private func isOfProfile(_ text: Substring) -> Bool {
    text.byBytes == profile?.profile.byBytes || text.byBytes == profile?.slice?.byBytes
  }

  /// Whether a text is a number that a rule sets: after "at most" and its like, or a cardinality in parentheses.
  private func isLimit(_ token: Substring) -> Bool {
    let parts = token.split(separator: "..", omittingEmptySubsequences: false)
    let isCardinality = previous.hasSuffix("(") && parts.count == 2
    return !isAtFound && (isCardinality || parts.count == 1 && ["most", "least", "from", "to"].contains(previous))
      && parts.allSatisfy { $0 == "*" && isCardinality || $0.utf8.count < 10 && $0.utf8.allSatisfy { $0 &- 0x30 < 10 } }
  }

  private func isPlain(_ token: Substring) -> Bool {
    // An address is a value, even one made of words.
    if Redaction.isAddress(token) { return false }
    let parts = token.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return !parts.isEmpty && parts.allSatisfy(redaction.isWord)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { ",.;:()[]{}<>/-…".unicodeScalars.contains(scalar) }
}
