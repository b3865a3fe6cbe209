/// Suggests the unit that a text that is not a unit probably means.
///
/// A hint never guesses a factor. In UCUM, case determines it: `ML` is a megalitre, `G` a gauss, and `M[iU]` is 10⁹
/// times `m[iU]`. So there is a hint only if exactly one reading of the whole text consists of units that health
/// records use; if two readings are possible, as in `MIU/L`, there is none.
public enum UnitHint {
  /// The UCUM unit that people write as this text; `nil` if none is known or the text is ambiguous.
  ///
  /// ```swift
  /// let dose = UnitHint.meant(by: "mcg/mL")  // "ug/mL"
  /// let level = UnitHint.meant(by: "NG/ML")  // "ng/mL"
  /// let points = UnitHint.meant(by: "score")  // "{score}"
  /// ```
  public static func meant(by text: String) -> String? {
    var text = text
    return text.withUTF8 { meant(by: $0) }
  }

  /// The UCUM unit that people write as these bytes.
  public static func meant(by bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count <= maximumBytes, let plain = plain(bytes), let pieces = pieces(of: plain) else { return nil }
    let isUppercase = !pieces.contains { piece in
      if case .symbol(let symbol, _) = piece { symbol.utf8.contains(where: isLowercase) } else { false }
    }
    guard !hasDecimal(pieces) else { return nil }
    var term = ""
    for piece in pieces {
      switch piece {
      case .sign(let text): term += text
      case .symbol(let symbol, let exponent):
        // `M/uL` counts millions; only a power shows that metres are meant.
        if symbol == "M", exponent.isEmpty { return nil }
        guard let unit = isUppercase ? uppercaseUnit(symbol) : unit(symbol) else { return nil }
        // An exponent of one unit cannot follow a unit with several parts.
        guard exponent.isEmpty || !unit.utf8.contains(UInt8(ascii: "/")) else { return nil }
        // `/min` for `bpm` already contains an operator.
        guard term.isEmpty || unit.utf8.first != UInt8(ascii: "/") else { return nil }
        term += unit + exponent
      }
    }
    return (try? UCUMUnit(term)) == nil ? nil : term
  }

  /// Longer texts are not units that a person wrote.
  private static let maximumBytes = 64

  // MARK: - Pieces

  private enum Piece {
    /// A symbol and its exponent, as written.
    case symbol(String, exponent: String)
    /// An operator, a parenthesis, a number or an annotation, which is kept unchanged.
    case sign(String)
  }

  /// The text in ASCII, `nil` if it has characters without a known replacement.
  ///
  /// Letters replace the signs of micro and degrees, digits replace superscripts, and spaces outside annotations are
  /// removed.
  private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var (isAnnotation, place) = (false, 0)
    while place < bytes.count {
      let byte = bytes[place]
      if byte >= 0x80 {
        guard let sign = signs.first(where: { bytes[place...].starts(with: $0.sign.utf8) }) else { return nil }
        result += Array(sign.letters.utf8)
        place += sign.sign.utf8.count
        continue
      }
      place += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        isAnnotation = byte == UInt8(ascii: "{")
        result.append(byte)
      case UInt8(ascii: " "): if isAnnotation { result.append(UInt8(ascii: "_")) }
      // `m^2` becomes `m2`; in `10^3` the circumflex is part of the symbol.
      case UInt8(ascii: "^") where result.last.map { isLetter($0) || $0 == UInt8(ascii: "]") } == true: break
      case ..<0x21, 0x7F: return nil
      default: result.append(byte)
      }
    }
    return result
  }

  private static func pieces(of text: [UInt8]) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = text[...]
    // People write `(score)` for an annotation.
    if rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")"), rest.dropFirst().dropLast().allSatisfy(isLetter)
    {
      rest = rest.dropFirst().dropLast()
    }
    while let first = rest.first {
      switch first {
      case UInt8(ascii: "{"):
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        pieces.append(.sign(string(rest[...end])))
        rest = rest[(end + 1)...]
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"):
        pieces.append(.sign(string(rest.prefix(1))))
        rest = rest.dropFirst()
      default:
        guard let symbol = symbol(in: &rest) else { return nil }
        pieces.append(symbol)
      }
    }
    return pieces
  }

  /// Whether there is a number with a fraction: UCUM reads `1.73` as 1 times 73.
  private static func hasDecimal(_ pieces: [Piece]) -> Bool {
    let signs = pieces.map { piece in if case .sign(let text) = piece { text } else { "" } }
    return signs.indices.dropFirst().dropLast().contains { place in
      signs[place] == "."
        && [signs[place - 1], signs[place + 1]].allSatisfy { text in
          text.utf8.first.map { $0 &- UInt8(ascii: "0") < 10 } == true
        }
    }
  }

  /// Takes a symbol from the text, including its square brackets.
  private static func symbol(in rest: inout ArraySlice<UInt8>) -> Piece? {
    var end = rest.startIndex
    var isBracket = false
    while end < rest.endIndex, isBracket || !"/.(){}".utf8.contains(rest[end]) {
      if rest[end] == UInt8(ascii: "[") { isBracket = true }
      if rest[end] == UInt8(ascii: "]") { isBracket = false }
      end += 1
    }
    // A closing brace without an opening one does not begin a symbol.
    guard !isBracket, end > rest.startIndex else { return nil }
    let run = rest[..<end]
    rest = rest[end...]
    var stem = run
    while let last = stem.last, last &- UInt8(ascii: "0") < 10 { stem = stem.dropLast() }
    if stem.isEmpty { return .sign(string(run)) }
    if let sign = stem.last, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), stem.count < run.count {
      stem = stem.dropLast()
    }
    return stem.isEmpty ? nil : .symbol(string(stem), exponent: string(run[stem.endIndex...]))
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func isLowercase(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

  private static func isLetter(_ byte: UInt8) -> Bool { isLowercase(byte | 0x20) }

  // MARK: - Symbols

  /// The unit of a symbol in a text without lower-case letters, where a capital does not indicate a prefix such as
  /// mega.
  private static func uppercaseUnit(_ symbol: String) -> String? {
    if ambiguous.contains(symbol) { return nil }
    if let unit = uppercaseUnits[symbol] { return unit }
    return symbol.utf8.contains(where: isLetter) && symbol.utf8.first != UInt8(ascii: "[") ? nil : known(symbol)
  }

  /// The unit of a symbol in a text with lower-case letters, where case is significant.
  private static func unit(_ symbol: String) -> String? {
    if ambiguous.contains(symbol) { return nil }
    if let unit = units[symbol] ?? known(symbol) { return unit }
    // A UCUM unit that no health record uses, such as a megalitre: the intended unit is unknown.
    if (try? UCUMUnit(symbol)) != nil { return nil }
    if let unit = uppercaseUnits[symbol] { return unit }
    let lowercase = symbol.lowercased()
    if let unit = units[lowercase] ?? known(lowercase) {
      // A capital M may mean mega, except for units whose values are never in millions.
      return symbol.utf8.first != UInt8(ascii: "M") || milliUnits.contains(unit) ? unit : nil
    }
    if bracketed.contains(symbol) { return "[\(symbol)]" }
    return countedThings.contains(lowercase) ? "{\(symbol)}" : nil
  }

  /// The symbol itself if it is a unit that health records use.
  private static func known(_ symbol: String) -> String? {
    guard (try? UCUMUnit(symbol)) != nil else { return nil }
    if symbol.utf8.contains(UInt8(ascii: "[")) || plainUnits.contains(symbol) || metricUnits.contains(symbol) {
      return symbol
    }
    let isPrefixed = symbol.utf8.first.map { "kdcmunpf".utf8.contains($0) } == true
    return isPrefixed && metricUnits.contains(String(symbol.dropFirst())) ? symbol : nil
  }
}
