import JSONTape

/// Reads the XHTML of a narrative where it stands: in the lexeme of a JSON string.
///
/// One pass, each byte looked at once, nothing copied: escapes are resolved on the way, character by character, so that
/// every place that is found is a place in the input. No entity is expanded and nothing outside is looked up. Memory is
/// four bytes for each element that is open, in a list that is kept for the next narrative; a sound narrative allocates
/// nothing.
///
/// ```text
/// "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Caf\u00e9 &amp; bar</p></div>"
///         ^0                                          ^54     ^ one character   ^ open: div
/// ```
///
/// What breaks the grammar of XML ends the scan, as what follows means nothing; all else is collected in ``faults``.
/// What a link to `#id` leads to may stand outside of the narrative, so ``localLinks`` hands those on.
package struct NarrativeScanner: ~Copyable {
  /// What was found wrong, in the order of the text but for duplicate ids, which come last.
  package private(set) var faults: [NarrativeFault] = []
  /// Links and images that name a place inside the resource, and which no `id` or `name` in the narrative answers.
  package private(set) var localLinks: [NarrativeLink] = []
  static let namespace: StaticString = "http://www.w3.org/1999/xhtml"
  /// The most faults that are kept of one narrative.
  private let limit: Int

  private let elements = NarrativeVocabulary.elements
  private let attributes = NarrativeVocabulary.attributes
  /// The first byte of the lexeme in hand.
  var start: UnsafePointer<UInt8>
  /// Where the names of open elements begin.
  private var open: UnsafeMutablePointer<UInt32>
  private var openCapacity = 32
  private var depth = 0
  private var hasRoot = false
  private var hasContent = false
  private var isBroken = false
  /// What stands for XHTML before the colon of a name; no characters where nothing does.
  private var prefix = NarrativeName()
  /// The values of `id`, then those of `name`, as places; compared once the text is read.
  private var ids: [Range<Int>] = []
  private var names: [Range<Int>] = []
  private var anchors = TextSet()

  /// - Parameter limit: the most faults that are kept of one narrative.
  package init(limit: Int = 1_000) {
    self.limit = max(limit, 1)
    open = .allocate(capacity: openCapacity)
    start = UnsafePointer(UnsafeRawPointer(open).assumingMemoryBound(to: UInt8.self))
  }

  deinit { open.deallocate() }

  /// Reads a narrative.
  ///
  /// - Parameter lexeme: what stands between the quotes of a string that a tape holds, the closing quote and the tape's
  ///   padding behind it.
  package mutating func scan(_ lexeme: UnsafePointer<UInt8>) {
    start = lexeme
    depth = 0
    hasRoot = false
    hasContent = false
    isBroken = false
    prefix = NarrativeName()
    if !faults.isEmpty { faults.removeAll(keepingCapacity: true) }
    if !localLinks.isEmpty { localLinks.removeAll(keepingCapacity: true) }
    if !ids.isEmpty { ids.removeAll(keepingCapacity: true) }
    if !names.isEmpty { names.removeAll(keepingCapacity: true) }
    var p = lexeme
    while !isBroken {
      p = depth > 0 ? readText(p) : readOutside(p)
      if isBroken { return }
      let unit = JSONTextUnit(at: p)
      if unit.value == JSONTextUnit.end { break }
      p = readMarkup(p, after: p + unit.width)
    }
    if isBroken { return }
    finish(p)
  }

  private mutating func finish(_ end: UnsafePointer<UInt8>) {
    if depth > 0 {
      let name = Int(open[depth - 1])
      return fail(.unclosedElement, from: start + name, to: Self.readName(start + name).end)
    }
    if !hasRoot { return }
    if !hasContent { add(.empty, from: start, to: end) }
    if ids.count > 1 || !localLinks.isEmpty { compareAnchors() }
  }

  // MARK: - Faults

  @inline(__always)
  private func offset(_ p: UnsafePointer<UInt8>) -> Int { p - start }

  @inline(never)
  mutating func add(
    _ kind: NarrativeFault.Kind, from p: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, related: Int = 0
  ) {
    guard faults.count < limit || kind.isFatal else { return }
    faults.append(NarrativeFault(kind, offset(p)..<max(offset(p), offset(end)), related: related))
  }

  /// Adds a fault behind which nothing is read.
  @inline(never)
  private mutating func fail(
    _ kind: NarrativeFault.Kind, from p: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, related: Int = 0
  ) {
    add(kind, from: p, to: end, related: related)
    isBroken = true
  }

  // MARK: - Text

  /// Reads on to the next `<` inside of an element, or to the end.
  @inline(__always)
  private mutating func readText(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    while true {
      if !hasContent { p = skipBlank(p) }
      p = JSONTextUnit.firstSpecial(from: p, quotes: false)
      if p.pointee == UInt8(ascii: "<") { return p }
      let unit = JSONTextUnit(at: p)
      switch unit.value {
      case UInt8(ascii: "<"), JSONTextUnit.end:
        return p
      case UInt8(ascii: "&"):
        let next = readReference(p, p + unit.width, inText: true)
        if isBroken { return p }
        p = next
      case UInt8(ascii: ">"):
        if let brackets = JSONTextUnit.start(of: "]]", before: p, notBefore: start) {
          fail(.sectionEnd, from: brackets, to: p + unit.width)
          return p
        }
        p += unit.width
      case JSONTextUnit.illegal:
        fail(.illegalCharacter, from: p, to: p + unit.width)
        return p
      default:
        p += unit.width
      }
    }
  }

  /// Moves over white space, and notes whether text follows.
  private mutating func skipBlank(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    var unit = JSONTextUnit(at: p)
    while unit.isWhitespace {
      p += unit.width
      unit = JSONTextUnit(at: p)
    }
    hasContent = unit.value > 0x20 && unit.value != UInt8(ascii: "<") && unit.value != UInt8(ascii: "&")
    return p
  }

  /// Before and after the root only white space may stand.
  private mutating func readOutside(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = start
    var unit = JSONTextUnit(at: p)
    while unit.isWhitespace {
      p += unit.width
      unit = JSONTextUnit(at: p)
    }
    if unit.value == UInt8(ascii: "<") { return p }
    if unit.value == JSONTextUnit.end {
      if !hasRoot { add(.notADiv, from: start, to: p) }
      return p
    }
    // Text without an element around it is no markup that could be judged.
    add(.notADiv, from: p, to: JSONTextUnit.firstSpecial(from: p + max(unit.width, 1), quotes: false))
    isBroken = true
    return p
  }

  /// `&lt;` and its like: reads from behind the `&` at `p`.
  @inline(never)
  private mutating func readReference(
    _ p: UnsafePointer<UInt8>, _ behind: UnsafePointer<UInt8>, inText: Bool
  ) -> UnsafePointer<UInt8> {
    let reference = NarrativeReference(behind)
    let end = reference.end
    switch reference.kind {
    case .predefined: if inText { hasContent = true }
    case .character(let isWhitespace): if inText, !isWhitespace { hasContent = true }
    case .illegalCharacter: add(.illegalCharacterReference, from: p, to: end)
    case .unknownEntity:
      if inText { hasContent = true }
      add(.unknownEntity, from: p, to: end)
    case .none: fail(.bareAmpersand, from: p, to: behind)
    }
    return end
  }

  // MARK: - Markup

  /// Reads what begins with the `<` at `p`, and returns where text goes on.
  @inline(__always)
  private mutating func readMarkup(
    _ p: UnsafePointer<UInt8>, after: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let unit = JSONTextUnit(at: after)
    switch unit.value {
    case UInt8(ascii: "/"): return readEndTag(p, name: after + unit.width)
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return readDeclaration(p, after)
    default: return readStartTag(p, name: after)
    }
  }

  // Static, as all that does not change the scanner: a call of a method would copy it first.
  @inline(__always)
  private static func readName(_ start: UnsafePointer<UInt8>) -> (name: NarrativeName, end: UnsafePointer<UInt8>) {
    var length = 0
    while length < 8, Self.isPlain(start[length]) { length &+= 1 }
    guard length < 8, !Self.goesOn(start[length]) else { return readLongName(start) }
    return (NarrativeName(shortAt: start, length: length), start + length)
  }

  /// A name with something else than small letters and digits, or of eight characters and more.
  @inline(never)
  private static func readLongName(
    _ start: UnsafePointer<UInt8>
  ) -> (name: NarrativeName, end: UnsafePointer<UInt8>) {
    var name = NarrativeName()
    var p = start
    while true {
      var c = p.pointee
      var width = 1
      if c == JSONTextUnit.backslash || c == 0xEF {
        let unit = JSONTextUnit(at: p)
        c = unit.value
        width = unit.width
      }
      guard Self.isNameCharacter(c) else { return (name, p) }
      if c >= 0x80, width > 1 {
        for byte in JSONTextUnit.UTF8Bytes(escapeAt: p) { name.append(byte) }
      } else {
        name.append(c)
      }
      p += width
    }
  }

  @inline(__always)
  private static func isPlain(_ c: UInt8) -> Bool { c &- 0x61 < 26 || c &- 0x30 < 10 }

  /// Whether a name may go on with this byte of the lexeme.
  @inline(__always)
  private static func goesOn(_ c: UInt8) -> Bool { isNameCharacter(c) || c == JSONTextUnit.backslash }

  /// Whether the name that was opened at `p` is this one.
  @inline(__always)
  private static func isOpen(_ name: NarrativeName, at p: UnsafePointer<UInt8>) -> Bool {
    if name.length < 8, NarrativeName(shortAt: p, length: name.length).head == name.head, !Self.goesOn(p[name.length]) {
      return true
    }
    return Self.readName(p).name == name
  }

  /// Letters, digits, `-`, `.`, `:` and `_`; names beyond ASCII are known to nobody, and pass as names only.
  @inline(__always)
  private static func isNameCharacter(_ c: UInt8) -> Bool {
    (c | 0x20) &- 0x61 < 26 || c &- 0x2D < 2 || c &- 0x30 < 11 || c == UInt8(ascii: "_") || c >= 0x80
  }

  /// Whether XML lets a name begin like this.
  @inline(__always)
  private static func canBeginName(_ c: UInt8) -> Bool {
    (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "_") || c == UInt8(ascii: ":") || c >= 0x80
  }

  private mutating func readEndTag(
    _ p: UnsafePointer<UInt8>, name start: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let (name, nameEnd) = Self.readName(start)
    if name.length == 0 {
      fail(.tagWithoutName, from: p, to: start)
      return p
    }
    if depth == 0 {
      fail(.strayEndTag, from: p, to: nameEnd)
      return p
    }
    let opened = Int(open[depth - 1])
    // A name of more than sixteen characters is none that is known: it was reported where it was opened.
    if !Self.isOpen(name, at: self.start + opened) {
      fail(.mismatchedEndTag, from: p, to: nameEnd, related: opened)
      return p
    }
    var end = nameEnd
    var unit = JSONTextUnit(at: end)
    while unit.isWhitespace {
      end += unit.width
      unit = JSONTextUnit(at: end)
    }
    guard unit.value == UInt8(ascii: ">") else {
      fail(unit.value == JSONTextUnit.end ? .unclosedTag : .malformedTag, from: p, to: end + unit.width)
      return p
    }
    depth -= 1
    return end + unit.width
  }

  private mutating func readStartTag(
    _ p: UnsafePointer<UInt8>, name nameStart: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let (name, nameEnd) = Self.readName(nameStart)
    guard name.length > 0, Self.canBeginName(UInt8(truncatingIfNeeded: name.head)) else {
      fail(.tagWithoutName, from: p, to: nameStart)
      return p
    }
    var element = elements.meaning(of: name).meaning
    // What a prefix stands for may be said by an attribute of the same tag.
    let isPrefixed = element == .unknown && Self.colon(in: nameStart, nameEnd) != nil
    if element != .plain || depth == 0, !isPrefixed { noteElement(element, nameStart, nameEnd) }
    let isRoot = depth == 0

    var seen: UInt64 = 0
    var tag = TagFacts()
    var end = nameEnd
    while true {
      var unit = JSONTextUnit(at: end)
      let isDivided = unit.isWhitespace
      while unit.isWhitespace {
        end += unit.width
        unit = JSONTextUnit(at: end)
      }
      switch unit.value {
      case UInt8(ascii: ">"):
        end += unit.width
        if isPrefixed { element = notePrefixed(nameStart, nameEnd, &tag) }
        push(offset(nameStart))
        closeTag(element, isRoot, tag, nameStart, nameEnd)
        return end
      case UInt8(ascii: "/"):
        let last = JSONTextUnit(at: end + unit.width)
        guard last.value == UInt8(ascii: ">") else {
          fail(.malformedTag, from: end, to: end + unit.width)
          return p
        }
        end += unit.width + last.width
        if isPrefixed { element = notePrefixed(nameStart, nameEnd, &tag) }
        closeTag(element, isRoot, tag, nameStart, nameEnd)
        return end
      case JSONTextUnit.end:
        fail(.unclosedTag, from: p, to: nameEnd)
        return p
      default:
        guard Self.canBeginName(unit.value) else {
          fail(unit.value == JSONTextUnit.illegal ? .illegalCharacter : .malformedTag, from: end, to: end + unit.width)
          return p
        }
        if !isDivided {
          fail(.missingSpace, from: end, to: end + unit.width)
          return p
        }
        end = readAttribute(end, isRoot: isRoot, seen: &seen, tag: &tag)
        if isBroken { return p }
      }
    }
  }

  /// What the attributes of a tag tell about it.
  private struct TagFacts {
    var hasSource = false
    var hasAlternative = false
    var hasNamespace = false
  }

  @inline(__always)
  private mutating func closeTag(
    _ element: NarrativeElement, _ isRoot: Bool, _ tag: TagFacts, _ name: UnsafePointer<UInt8>,
    _ nameEnd: UnsafePointer<UInt8>
  ) {
    if isRoot {
      hasRoot = true
      if !tag.hasNamespace { add(.missingNamespace, from: name, to: nameEnd) }
    }
    if element == .image {
      if tag.hasSource { hasContent = true }
      if !tag.hasSource || !tag.hasAlternative { add(.incompleteImage, from: name, to: nameEnd) }
    }
  }

  @inline(never)
  private mutating func noteElement(
    _ element: NarrativeElement, _ name: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) {
    if depth == 0, hasRoot || element != .div { return add(.notADiv, from: name, to: end) }
    switch element {
    case .unknown: add(.forbiddenElement, from: name, to: end)
    case .disputed: add(.disputedElement, from: name, to: end)
    case .plain, .div, .image: break
    }
  }

  /// The colon behind the prefix of a name.
  private static func colon(in start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var p = start
    while p < end {
      let unit = JSONTextUnit(at: p)
      if unit.value == UInt8(ascii: ":") { return p }
      p += unit.width
    }
    return nil
  }

  /// Judges an element with a prefix, which means XHTML where some `xmlns:` attribute so far says so.
  @inline(never)
  private mutating func notePrefixed(
    _ name: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ tag: inout TagFacts
  ) -> NarrativeElement {
    var element = NarrativeElement.unknown
    if let colon = Self.colon(in: name, end), prefix.length > 0, NarrativeName(name, colon) == prefix {
      element = elements.meaning(of: Self.readName(colon + JSONTextUnit(at: colon).width).name).meaning
      tag.hasNamespace = true
    }
    if element != .plain || depth == 0 { noteElement(element, name, end) }
    return element
  }

  private mutating func push(_ name: Int) {
    if depth == openCapacity {
      let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: openCapacity * 2)
      larger.update(from: open, count: depth)
      open.deallocate()
      open = larger
      openCapacity *= 2
    }
    // A lexeme has less than 2^28 bytes.
    open[depth] = UInt32(truncatingIfNeeded: name)
    depth += 1
  }

  // MARK: - Attributes

  /// Reads the attribute whose name begins at `p`.
  private mutating func readAttribute(
    _ p: UnsafePointer<UInt8>, isRoot: Bool, seen: inout UInt64, tag: inout TagFacts
  ) -> UnsafePointer<UInt8> {
    let (name, nameEnd) = Self.readName(p)
    var end = nameEnd
    var unit = JSONTextUnit(at: end)
    while unit.isWhitespace {
      end += unit.width
      unit = JSONTextUnit(at: end)
    }
    guard unit.value == UInt8(ascii: "=") else {
      fail(unit.value == JSONTextUnit.end ? .unclosedTag : .unquotedAttribute, from: p, to: nameEnd)
      return p
    }
    end += unit.width
    unit = JSONTextUnit(at: end)
    while unit.isWhitespace {
      end += unit.width
      unit = JSONTextUnit(at: end)
    }
    let quote = unit.value
    guard quote == JSONTextUnit.quote || quote == UInt8(ascii: "'") else {
      fail(unit.value == JSONTextUnit.end ? .unclosedTag : .unquotedAttribute, from: p, to: nameEnd)
      return p
    }
    let value = end + unit.width
    end = value
    reading: while true {
      end = JSONTextUnit.firstSpecial(from: end, quotes: true)
      unit = JSONTextUnit(at: end)
      switch unit.value {
      case quote:
        break reading
      case JSONTextUnit.end:
        fail(.unclosedTag, from: p, to: nameEnd)
        return p
      case UInt8(ascii: "<"):
        fail(.lessThanInAttribute, from: end, to: end + unit.width)
        return p
      case UInt8(ascii: "&"):
        let next = readReference(end, end + unit.width, inText: false)
        if isBroken { return p }
        end = next
      case JSONTextUnit.illegal:
        fail(.illegalCharacter, from: end, to: end + unit.width)
        return p
      default:
        end += unit.width
      }
    }
    let (kind, bit) = attributes.meaning(of: name)
    if seen & bit != 0 {
      fail(.duplicateAttribute, from: p, to: nameEnd)
      return p
    }
    seen |= bit
    switch kind {
    case .plain: break
    case .alternative: tag.hasAlternative = true
    case .source:
      tag.hasSource = true
      checkLink(value, end, isImage: true)
    case .link: checkLink(value, end, isImage: false)
    case .style: if NarrativeStyle.reachesOut(value, end) { add(.externalStyle, from: value, to: end) }
    case .id: ids.append(offset(value)..<offset(end))
    case .name: names.append(offset(value)..<offset(end))
    case .namespace:
      if isRoot { tag.hasNamespace = true }
      if !NarrativeText(value, end).equals(Self.namespace) {
        add(.wrongNamespace, from: value, to: end)
      }
    case .disputed: add(.disputedAttribute, from: p, to: nameEnd)
    case .unknown:
      if !name.hasPrefix("xmlns:") {
        add(.forbiddenAttribute, from: p, to: nameEnd)
      } else if let colon = Self.colon(in: p, nameEnd), NarrativeText(value, end).equals(Self.namespace) {
        prefix = Self.readName(colon + JSONTextUnit(at: colon).width).name
      }
    }
    return end + unit.width
  }

  private mutating func checkLink(_ value: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isImage: Bool) {
    switch NarrativeLink.Target(value, end, isImage: isImage) {
    case .elsewhere: break
    case .active: add(.activeLink, from: value, to: end)
    case .local(let id):
      localLinks.append(NarrativeLink(range: offset(value)..<offset(end), isImage: isImage, id: id))
    }
  }

  /// Finds ids that stand twice, and drops the links that some `id` or `name` answers.
  @inline(never)
  private mutating func compareAnchors() {
    anchors.reset(expecting: ids.count + (localLinks.isEmpty ? 0 : names.count))
    for id in ids where !anchors.insert(NarrativeText(start + id.lowerBound, start + id.upperBound).hash) {
      add(.duplicateID, from: start + id.lowerBound, to: start + id.upperBound)
    }
    if localLinks.isEmpty { return }
    for name in names {
      _ = anchors.insert(NarrativeText(start + name.lowerBound, start + name.upperBound).hash)
    }
    let anchors = anchors.view
    localLinks.removeAll { anchors.contains($0.id) }
  }

  // MARK: - Comments, sections, declarations

  @inline(never)
  private mutating func readDeclaration(
    _ p: UnsafePointer<UInt8>, _ after: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    if let body = NarrativeText.skip("!--", at: after) {
      if depth == 0 { add(.notADiv, from: p, to: body) }
      return readComment(p, body)
    }
    if depth > 0, let body = NarrativeText.skip("![CDATA[", at: after) { return readSection(p, body) }
    var end = after
    var unit = JSONTextUnit(at: end)
    // A document type has declarations of its own between brackets.
    var isInBrackets = false
    while unit.value != JSONTextUnit.end, isInBrackets || unit.value != UInt8(ascii: ">") {
      if unit.value == UInt8(ascii: "[") { isInBrackets = true }
      if unit.value == UInt8(ascii: "]") { isInBrackets = false }
      end += unit.width
      unit = JSONTextUnit(at: end)
    }
    add(.declaration, from: p, to: end + unit.width)
    if unit.value == JSONTextUnit.end { isBroken = true }
    return end + unit.width
  }

  private mutating func readComment(
    _ p: UnsafePointer<UInt8>, _ body: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var end = body
    while true {
      let unit = JSONTextUnit(at: end)
      switch unit.value {
      case JSONTextUnit.end, JSONTextUnit.illegal:
        fail(unit.value == JSONTextUnit.end ? .malformedComment : .illegalCharacter, from: p, to: body)
        return p
      case UInt8(ascii: "-"):
        if let close = NarrativeText.skip("-->", at: end) { return close }
        if let close = NarrativeText.skip("--", at: end) {
          fail(.malformedComment, from: end, to: close)
          return p
        }
      default: break
      }
      end += unit.width
    }
  }

  private mutating func readSection(
    _ p: UnsafePointer<UInt8>, _ body: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    var end = body
    while true {
      let unit = JSONTextUnit(at: end)
      switch unit.value {
      case JSONTextUnit.end, JSONTextUnit.illegal:
        fail(unit.value == JSONTextUnit.end ? .unclosedSection : .illegalCharacter, from: p, to: body)
        return p
      case UInt8(ascii: "]"):
        if let close = NarrativeText.skip("]]>", at: end) { return close }
        hasContent = true
      default: if !unit.isWhitespace { hasContent = true }
      }
      end += unit.width
    }
  }
}

extension NarrativeScanner {
  /// Whether a narrative keeps to the rules of the specification: what FHIRPath's `htmlChecks()` asks.
  ///
  /// What is only advised, and where links inside the resource lead, is not looked at.
  package mutating func isSound(_ lexeme: UnsafePointer<UInt8>) -> Bool {
    scan(lexeme)
    return faults.allSatisfy(\.kind.isTolerable)
  }
}
