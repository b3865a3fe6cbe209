import FHIRTape

/// A JSON value with many spellings.
indirect enum JSONModel: Hashable {
  case null
  case bool(Bool)
  /// The digits as written.
  case number(String)
  case string(String)
  case array([JSONModel])
  case object([Member])

  struct Member: Hashable {
    var name: String
    var value: JSONModel
  }

  static func object(_ members: KeyValuePairs<String, JSONModel>) -> JSONModel {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// A value with every kind of content.
  static func random(_ depth: Int, _ random: inout RandomSource) -> JSONModel {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .number(["0", "1", "1.0", "1.00", "-0", "1e2", "100"].randomElement(using: &random)!)
    case 3, 4: return .string(text(&random))
    case 5: return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(depth - 1, &random) })
    default:
      let names = ["a", "b", "aa", "A", "é", "long name of a member that fills words", "/", "z\n"].shuffled(
        using: &random)
      return .object(
        names.prefix(Int.random(in: 0..<6, using: &random)).map {
          Member(name: $0, value: .random(depth - 1, &random))
        })
    }
  }

  static func text(_ random: inout RandomSource) -> String {
    let letters = ["a", "b", "é", "\u{1F600}", "\"", "\\", "/", "\n", "e\u{301}", " "]
    return (0..<Int.random(in: 0..<20, using: &random)).map { _ in letters.randomElement(using: &random)! }.joined()
  }

  /// One of its spellings: members in any order, white space anywhere, characters escaped or not.
  func written(_ random: inout RandomSource) -> String {
    let gap = { (random: inout RandomSource) in ["", "", " ", "\t ", " "].randomElement(using: &random)! }
    let text: String
    switch self {
    case .null: text = "null"
    case .bool(let value): text = value ? "true" : "false"
    case .number(let digits): text = digits
    case .string(let value): text = JSONModel.quoted(value, &random)
    case .array(let values): text = "[" + values.map { $0.written(&random) }.joined(separator: ",") + gap(&random) + "]"
    case .object(let members):
      let parts = members.shuffled(using: &random).map {
        gap(&random) + JSONModel.quoted($0.name, &random) + gap(&random) + ":" + $0.value.written(&random)
      }
      text = "{" + parts.joined(separator: ",") + gap(&random) + "}"
    }
    return gap(&random) + text + gap(&random)
  }

  private static func quoted(_ text: String, _ random: inout RandomSource) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let isEscaped = Int.random(in: 0..<8, using: &random) == 0
      switch scalar {
      case "\n": result += isEscaped ? "\\u000A" : "\\n"
      case "\"", "\\": result += "\\" + String(scalar)
      case "/" where isEscaped: result += "\\/"
      default:
        if isEscaped {
          for unit in String(scalar).utf16 {
            let hex = String(unit, radix: 16, uppercase: Bool.random(using: &random))
            result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
          }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// The same value with one small change.
  func edited(_ random: inout RandomSource) -> JSONModel {
    switch self {
    case .null: return .bool(false)
    case .bool(let value): return Bool.random(using: &random) ? .bool(!value) : .string(value ? "true" : "false")
    case .number(let digits):
      return Bool.random(using: &random)
        ? .string(digits) : .number(digits == "0" || digits == "-0" ? "3" : digits + "0")
    case .string(let value): return .string(Bool.random(using: &random) ? value + "a" : "b" + value)
    case .array(let values):
      guard let index = values.indices.randomElement(using: &random) else { return .array([.null]) }
      var copy = values
      switch Int.random(in: 0..<3, using: &random) {
      case 0: copy[index] = copy[index].edited(&random)
      case 1: copy.remove(at: index)
      default: copy.insert(.null, at: index)
      }
      if copy == values { copy.append(.null) }
      return .array(copy)
    case .object(let members):
      guard let index = members.indices.randomElement(using: &random) else { return .array([]) }
      var copy = members
      switch Int.random(in: 0..<3, using: &random) {
      case 0: copy[index].value = copy[index].value.edited(&random)
      case 1: copy[index].name += "x"
      default: copy.remove(at: index)
      }
      return .object(copy)
    }
  }
}

/// Reads JSON onto a tape while `body` runs.
func withTape<Result>(_ json: String, _ body: (Tape) throws -> Result) throws -> Result {
  let bytes = Array(json.utf8)
  var text = PaddedBuffer(capacity: bytes.count)
  bytes.withUnsafeBufferPointer { text.append($0.baseAddress!, count: $0.count) }
  var builder = TapeBuilder(maximumDepth: 200)
  guard case .value = builder.read(text.bytes, from: 0, to: text.count) else { throw NotJSON(text: json) }
  return try body(builder.tape(over: text.bytes))
}

struct NotJSON: Error {
  let text: String
}
