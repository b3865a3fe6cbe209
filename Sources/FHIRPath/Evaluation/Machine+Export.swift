import FHIRTape

extension Machine {
  /// The items on the stack as independent values.
  mutating func results() -> [FHIRPathValue] {
    (0..<count).map { export(items[$0]) }
  }

  /// An item as an independent value.
  mutating func export(_ item: Item) -> FHIRPathValue {
    switch item.kind {
    case .none: return system("Any", "")
    case .boolean: return system("Boolean", item.boolean ? "true" : "false", isRaw: true)
    case .integer: return system("Integer", String(item.integer), isRaw: true)
    case .decimal: return system("Decimal", item.decimal.description, isRaw: true)
    case .string: return system("String", item.text.string)
    case .date: return moment(item, "Date", .date)
    case .dateTime: return moment(item, "DateTime", .dateTime)
    case .time: return moment(item, "Time", .time)
    case .quantity: return system("Quantity", item.quantity?.description ?? "")
    case .type: return system("TypeInfo", (item.detail == 0 ? "System." : "FHIR.") + item.text.string)
    case .node: return element(item)
    }
  }

  private func system(_ type: String, _ text: String, isRaw: Bool = false) -> FHIRPathValue {
    FHIRPathValue(type: "System." + type, description: text, json: isRaw ? text : CompactJSON.quoted(text))
  }

  private func moment(_ item: Item, _ type: String, _ kind: Moment.Kind) -> FHIRPathValue {
    system(type, item.moment?.text(kind) ?? "")
  }

  private mutating func element(_ item: Item) -> FHIRPathValue {
    let system = jsonKind(of: item).systemName.map { "System.\($0)" }
    let name = typeName(of: item).map { "FHIR." + $0.string } ?? system ?? "FHIR.Element"
    guard item.index.exists else {
      let sibling = tape.sibling(of: item)
      let json = sibling.exists ? CompactJSON.text(of: sibling, tape) : "null"
      return FHIRPathValue(type: name, description: json, json: json, range: sibling.exists ? tape.range(sibling) : nil)
    }
    let json = CompactJSON.text(of: item.index, tape)
    let text = plainText(of: item)?.string ?? json
    return FHIRPathValue(type: name, description: text, json: json, range: tape.range(item.index))
  }
}

/// JSON from the record without white space between tokens.
enum CompactJSON {
  static func text(of index: TapeIndex, _ tape: Tape) -> String {
    var bytes: [UInt8] = []
    write(index, tape, &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The reader limits the nesting of values, and so the depth of this recursion.
  private static func write(_ index: TapeIndex, _ tape: Tape, _ bytes: inout [UInt8]) {
    let isObject = tape.tag(index) == .object
    guard isObject || tape.tag(index) == .array else {
      let range = tape.range(index)
      bytes += UnsafeBufferPointer(start: tape.bytes + range.lowerBound, count: range.count)
      return
    }
    bytes.append(isObject ? Bytes.openBrace : Bytes.openBracket)
    let end = tape.next(index)
    var item = index.content
    while item < end {
      if item > index.content { bytes.append(Bytes.comma) }
      if isObject {
        write(item, tape, &bytes)
        bytes.append(Bytes.colon)
        item = item.following
      }
      write(item, tape, &bytes)
      item = tape.next(item)
    }
    bytes.append(isObject ? Bytes.closeBrace : Bytes.closeBracket)
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
