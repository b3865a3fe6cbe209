/// What a text that is no unit was probably meant to be.
public enum UnitHint {
  /// A unit of UCUM that people write as this text, `nil` when nothing is known.
  ///
  /// ```swift
  /// let dose = UnitHint.meant(by: "mcg/mL")  // "ug/mL"
  /// let points = UnitHint.meant(by: "score")  // "{score}"
  /// ```
  public static func meant(by text: String) -> String? {
    var term = plain(text)
    // Each turn mends one symbol.
    for _ in 0..<4 {
      do throws(UCUMFault) {
        _ = try UCUMUnit(term)
        return term
      } catch {
        guard error.reason == .unknownSymbol || error.reason == .notMetric else { break }
        let bytes = Array(term.utf8)
        let symbol = String(decoding: bytes[error.range], as: UTF8.self)
        guard let better = symbols[symbol] ?? variant(of: symbol) else { break }
        term =
          String(decoding: bytes[..<error.range.lowerBound], as: UTF8.self) + better
          + String(decoding: bytes[error.range.upperBound...], as: UTF8.self)
      }
    }
    // A word that counts something is an annotation of the number one.
    let word = text.drop { $0 == "(" }.prefix { $0 != ")" }
    return word.count > 2 && word.allSatisfy { $0.isASCII && $0.isLetter } ? "{\(word)}" : nil
  }

  /// The text with letters for the signs of micro and of degrees, and without blanks outside of annotations.
  private static func plain(_ text: String) -> String {
    var result = ""
    var isAnnotation = false
    for character in text {
      switch character {
      case "{", "}": isAnnotation = character == "{"
      default: break
      }
      switch character {
      case "\u{B5}", "\u{3BC}": result.append("u")
      case "\u{B0}": result.append("deg")
      case " ": if isAnnotation { result.append("_") }
      default: result.append(character)
      }
    }
    return result
  }

  /// The symbol in square brackets, or in lower case.
  private static func variant(of symbol: String) -> String? {
    for variant in ["[\(symbol)]", symbol.lowercased()] where (try? UCUMUnit(variant)) != nil { return variant }
    return nil
  }

  private static let symbols: [String: String] = [
    "mcg": "ug", "mcL": "uL", "mcl": "ul", "mcmol": "umol", "gm": "g", "gms": "g", "cc": "mL", "Kg": "kg", "ML": "mL",
    "mmHg": "mm[Hg]", "mmhg": "mm[Hg]", "cmHg": "cm[Hg]", "cmH2O": "cm[H2O]", "mmH2O": "mm[H2O]",
    "lb": "[lb_av]", "lbs": "[lb_av]", "oz": "[oz_av]", "in": "[in_i]", "inch": "[in_i]", "inches": "[in_i]",
    "feet": "[ft_i]", "yd": "[yd_i]", "mi": "[mi_i]", "psi": "[psi]", "floz": "[foz_us]",
    "degC": "Cel", "celsius": "Cel", "fahrenheit": "[degF]",
    "sec": "s", "secs": "s", "seconds": "s", "mins": "min", "minute": "min", "minutes": "min", "hr": "h", "hrs": "h",
    "hour": "h", "hours": "h", "day": "d", "days": "d", "week": "wk", "weeks": "wk", "month": "mo", "months": "mo",
    "yr": "a", "yrs": "a", "year": "a", "years": "a", "bpm": "/min", "BPM": "/min",
    "mEq": "meq", "Eq": "eq", "mOsm": "mosm", "Osm": "osm", "IU": "[iU]", "mIU": "m[iU]", "kIU": "k[iU]",
    "uIU": "u[iU]", "MIU": "M[iU]", "percent": "%", "x10*": "10*", "x10^": "10^",
  ]
}
