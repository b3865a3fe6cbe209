import FHIRJSON

/// A record in short form for debugging: the members that are present, with long texts and long lists cut.
///
/// ```text
/// Observation(id: "hb", status: "final", code: (text: "Hemoglobin"), valueQuantity: (value: 13.20, unit: "g/dL"))
/// ```
struct ShortForm {
  private enum Limit {
    static let (depth, items, characters) = (4, 3, 48)
    /// The approximate length of the text on one line, and on several lines.
    static let (line, lines) = (600, 6000)
  }

  private let tape: Tape
  private let isIndented: Bool
  private var text = ""
  private var length = 0

  /// - Parameters:
  ///   - name: the text before the members of the outermost object; for a resource, its type.
  ///   - isIndented: whether the members of the record each have a line.
  static func text(_ json: UnsafeBufferPointer<UInt8>, name: String = "", isIndented: Bool) -> String {
    // Only models that were built in code can be nested too deeply.
    Document.withTape(json, failure: { _ in name + "(…)" }) { tape in
      var form = ShortForm(tape: tape, isIndented: isIndented)
      form.add(name)
      form.value(.root, depth: 0)
      return form.text
    }
  }

  private var limit: Int { isIndented ? Limit.lines : Limit.line }

  private mutating func add(_ more: String) {
    text += more
    length += more.utf8.count
  }

  private mutating func value(_ index: TapeIndex, depth: Int) {
    switch tape.tag(index) {
    case .object: object(index, depth: depth)
    case .array: array(index, depth: depth)
    case .string, .escapedString: string(tape.string(index))
    default:
      let range = tape.range(index)
      let shown = range.prefix(Limit.characters)
      let bytes = UnsafeBufferPointer(start: tape.bytes + shown.lowerBound, count: shown.count)
      add(String(decoding: bytes, as: UTF8.self) + (shown.count < range.count ? "…" : ""))
    }
  }

  private mutating func object(_ index: TapeIndex, depth: Int) {
    if let type = tape.member("resourceType", of: index), tape.tag(type) == .string { name(tape.string(type)) }
    var isFirst = true
    add("(")
    for key in tape.keys(of: index) {
      if tape.string(key, equals: "resourceType") { continue }
      if !isFirst { add(isIndented && depth < 2 ? "," : ", ") }
      isFirst = false
      breakLine(depth: depth + 1)
      guard depth < Limit.depth, length < limit else {
        add("…")
        break
      }
      name(tape.string(key))
      add(": ")
      value(key.value, depth: depth + 1)
    }
    if !isFirst { breakLine(depth: depth, isEnd: true) }
    add(")")
  }

  private mutating func array(_ index: TapeIndex, depth: Int) {
    add("[")
    for (number, item) in tape.items(of: index).enumerated() {
      if number > 0 { add(", ") }
      guard number < Limit.items, length < limit else {
        add("\(tape.length(index) - number) more")
        break
      }
      value(item, depth: depth)
    }
    add("]")
  }

  private mutating func breakLine(depth: Int, isEnd: Bool = false) {
    if isIndented, depth < (isEnd ? 2 : 3) { add("\n" + String(repeating: "  ", count: depth)) }
  }

  /// A name of the definitions as it is, any other name in quotes.
  private mutating func name(_ name: String) {
    let isPlain = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 }
    if isPlain, name.utf8.count <= Limit.characters { add(name) } else { string(name) }
  }

  /// Text in quotes. Records are untrusted: characters that a terminal would interpret or hide are shown as escapes.
  private mutating func string(_ value: String) {
    let shown = value.unicodeScalars.prefix(Limit.characters)
    let isCut = shown.endIndex != value.unicodeScalars.endIndex
    add("\"" + shown.map(Self.visible).joined() + (isCut ? "…\"" : "\""))
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch (scalar, scalar.properties.generalCategory) {
    case ("\"", _), ("\\", _): "\\" + String(scalar)
    case ("\n", _): "\\n"
    case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator):
      "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: String(scalar)
    }
  }
}

// Descriptions of models for printing and for debuggers.

extension FHIRElement {
  /// The element on one line, in short form: long text and long lists are cut.
  public var description: String {
    let name = String(describing: Self.self)
    guard let content = self as? any ElementContent else { return name }
    return content.withJSON { ShortForm.text($0, name: name, isIndented: false) }
  }
}

extension AnyFHIRResource {
  /// The resource on one line, in short form: long text and long lists are cut.
  public var description: String { shortForm(isIndented: false) }

  /// The resource in short form, each member on a line.
  public var debugDescription: String { shortForm(isIndented: true) }

  private func shortForm(isIndented: Bool) -> String {
    FHIREncoder().encode(self).withUnsafeBufferPointer { ShortForm.text($0, isIndented: isIndented) }
  }
}

extension FHIRResource {
  /// The resource on one line, in short form: long text and long lists are cut.
  public var description: String { asAnyResource.description }

  /// The resource in short form, each member on a line.
  public var debugDescription: String { asAnyResource.debugDescription }

  /// The members that are present, and the kept members.
  public var customMirror: Mirror {
    guard let resource = self as? any StoredResource else { return Mirror(self, children: []) }
    return Mirror(self, children: resource.reflected, displayStyle: .struct)
  }
}

extension StoredResource {
  fileprivate var reflected: [Mirror.Child] {
    Mirror(reflecting: box.value).children.flatMap { child -> [Mirror.Child] in
      if let extras = child.value as? ModelExtras<Release> { return extras.reflected }
      let mirror = Mirror(reflecting: child.value)
      let isAbsent = (mirror.displayStyle == .optional || mirror.displayStyle == .collection) && mirror.children.isEmpty
      // The storage of a wrapped property has an underscore before its name.
      let label = child.label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
      return isAbsent
        ? [] : [(label, mirror.displayStyle == .optional ? mirror.children.first?.value as Any : child.value)]
    }
  }
}
