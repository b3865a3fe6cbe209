import FHIRSupport

extension Redaction {
  /// The line around a fault with `0` for digits and `x` for all other characters of values; columns do not change.
  func excerpt(_ excerpt: SourceExcerpt) -> SourceExcerpt {
    let before = Array(excerpt.before.unicodeScalars)
    let fault = Array(excerpt.fault.unicodeScalars)
    let masked = masked(before + fault + Array(excerpt.after.unicodeScalars))
    var shown = excerpt
    shown.before = Self.text(masked[..<before.count])
    shown.fault = Self.text(masked[before.count..<before.count + fault.count])
    shown.after = Self.text(masked[(before.count + fault.count)...])
    return shown
  }

  /// A line of JSON, possibly cut at both ends: keeps brackets, colons and commas, and names in quotes.
  ///
  /// If the line was cut inside a string, strings and the text between them are confused. No name is ever between two
  /// strings, so everything is hidden then.
  private func masked(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var masked = line
    var index = 0
    while index < line.count {
      switch line[index] {
      case "\"":
        let end = Self.endOfString(line, from: index + 1)
        if end == line.count || !isName(Self.text(line[(index + 1)..<end])[...]) {
          for place in (index + 1)..<end { masked[place] = Self.mask(line[place]) }
        }
        index = end + 1
      case "{", "}", "[", "]", ":", ",", " ", "\t": index += 1
      default:
        masked[index] = Self.mask(line[index])
        index += 1
      }
    }
    return masked
  }

  private static func endOfString(_ line: [Unicode.Scalar], from start: Int) -> Int {
    var index = start
    while index < line.count, line[index] != "\"" { index += line[index] == "\\" ? 2 : 1 }
    return min(index, line.count)
  }

  private static func mask(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value &- 0x30 < 10 ? "0" : "x"
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
