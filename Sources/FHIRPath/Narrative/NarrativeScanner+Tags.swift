import FHIRTape

extension NarrativeScanner {
  /// Reads a common tag, `<td>`, `</td>` or `<br/>`, without escapes, of a known element in an allowed place, and returns
  /// where the text continues; `nil` if the tag needs the general path.
  @inline(__always) mutating func readPlainTag(_ p: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard p.pointee == UInt8(ascii: "<"), depth > 0 else { return nil }
    if p[1] == UInt8(ascii: "/") {
      let opened = open + (depth &- 1)
      let length = Int(opened.pointee.length)
      guard length > 0, NarrativeName(shortAt: p + 2, length: length).head == opened.pointee.head,
        p[length &+ 2] == UInt8(ascii: ">")
      else { return nil }
      depth &-= 1
      allowed = depth > 0 ? open[depth &- 1].content : .any
      return p + (length &+ 3)
    }
    let length = Self.plainLength(Bytes.load(p + 1))
    // No known name begins with a digit.
    guard length > 0, length < 8 else { return nil }
    let last = p[length &+ 1]
    let isClosed = last == UInt8(ascii: "/") && p[length &+ 2] == UInt8(ascii: ">")
    guard last == UInt8(ascii: ">") || isClosed else { return nil }
    let name = NarrativeName(shortAt: p + 1, length: length)
    let element = elements.meaning(of: name).meaning
    guard element.isPlain, element.role.rawValue & allowed.rawValue != 0 else { return nil }
    if isClosed { return p + (length &+ 3) }
    push(offset(p + 1), name, element.content)
    return p + (length &+ 2)
  }

  /// Reads the markup that begins with the `<` at `p`, and returns where the text continues.
  @inline(__always)
  mutating func readMarkup(_ p: UnsafePointer<UInt8>, after: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let unit = JSONTextUnit(at: after)
    switch unit.value {
    case UInt8(ascii: "/"): return readEndTag(p, name: after + unit.width)
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return readDeclaration(p, after)
    default: return readStartTag(p, name: after)
    }
  }

  mutating func readEndTag(_ p: UnsafePointer<UInt8>, name start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let (name, nameEnd) = Self.readName(start)
    if name.length == 0 { return fail(.tagWithoutName, from: p, to: start) }
    if depth == 0 { return fail(.strayEndTag, from: p, to: nameEnd) }
    let opened = Int(open[depth - 1].name)
    // A name of more than sixteen characters is unknown: it was reported at its start tag.
    if !Self.isOpen(name, at: self.start + opened) {
      return fail(.mismatchedEndTag, from: p, to: nameEnd, related: opened)
    }
    let end = JSONTextUnit.skipWhitespace(nameEnd)
    let unit = JSONTextUnit(at: end)
    guard unit.value == UInt8(ascii: ">") else {
      return fail(unit.value == JSONTextUnit.end ? .unclosedTag : .malformedTag, from: p, to: end + unit.width)
    }
    depth -= 1
    allowed = depth > 0 ? open[depth - 1].content : .any
    return end + unit.width
  }

  mutating func readStartTag(_ p: UnsafePointer<UInt8>, name nameStart: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let (name, nameEnd) = Self.readName(nameStart)
    guard name.length > 0, Self.canBeginName(UInt8(truncatingIfNeeded: name.head)) else {
      return fail(.tagWithoutName, from: p, to: nameStart)
    }
    var element = elements.meaning(of: name).meaning
    // An attribute of the same tag may declare a prefix.
    let isPrefixed = element.kind == .unknown && Self.colon(in: nameStart, nameEnd) != nil
    if element.isNoted(in: allowed) || depth == 0, !isPrefixed { noteElement(element, nameStart, nameEnd) }
    let isRoot = depth == 0

    var seen: UInt64 = 0
    var tag = TagFacts()
    var end = nameEnd
    while true {
      let next = JSONTextUnit.skipWhitespace(end)
      let isDivided = next > end
      end = next
      let unit = JSONTextUnit(at: end)
      switch unit.value {
      case UInt8(ascii: ">"):
        end += unit.width
        if isPrefixed { element = notePrefixed(nameStart, nameEnd, &tag) }
        push(offset(nameStart), Self.isWritten(name, at: nameStart, to: nameEnd) ? name : .init(), element.content)
        closeTag(element, isRoot, tag, nameStart, nameEnd)
        return end
      case UInt8(ascii: "/"):
        let last = JSONTextUnit(at: end + unit.width)
        guard last.value == UInt8(ascii: ">") else { return fail(.malformedTag, from: end, to: end + unit.width) }
        end += unit.width + last.width
        if isPrefixed { element = notePrefixed(nameStart, nameEnd, &tag) }
        closeTag(element, isRoot, tag, nameStart, nameEnd)
        return end
      case JSONTextUnit.end: return fail(.unclosedTag, from: p, to: nameEnd)
      default:
        guard Self.canBeginName(unit.value) else {
          return fail(
            unit.value == JSONTextUnit.illegal ? .illegalCharacter : .malformedTag, from: end, to: end + unit.width)
        }
        if !isDivided { return fail(.missingSpace, from: end, to: end + unit.width) }
        end = readAttribute(end, isRoot: isRoot, seen: &seen, tag: &tag)
        if isBroken { return p }
      }
    }
  }

  struct TagFacts {
    var hasSource = false
    var hasNamespace = false
  }

  @inline(__always) mutating func closeTag(
    _ element: NarrativeElement, _ isRoot: Bool, _ tag: TagFacts, _ name: UnsafePointer<UInt8>,
    _ nameEnd: UnsafePointer<UInt8>
  ) {
    if isRoot {
      // A second root is reported as such.
      if !hasRoot, !tag.hasNamespace { add(.missingNamespace, from: name, to: nameEnd) }
      hasRoot = true
    }
    if element.kind == .image {
      if tag.hasSource { hasContent = true } else { add(.incompleteImage, from: name, to: nameEnd) }
    }
  }

  @inline(never)
  mutating func noteElement(_ element: NarrativeElement, _ name: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    if depth == 0 {
      if hasRoot || element.kind != .div { add(.notADiv, from: name, to: end) }
      return
    }
    switch element.kind {
    case .unknown: add(.forbiddenElement, from: name, to: end)
    case .disputed: add(.disputedElement, from: name, to: end)
    case .plain, .div, .image:
      if element.role.isDisjoint(with: allowed) {
        add(.misplacedElement, from: name, to: end, related: Int(open[depth - 1].name))
      }
    }
  }

  /// Judges an element with a prefix, which is XHTML if an `xmlns:` attribute so far declares it.
  @inline(never) mutating func notePrefixed(
    _ name: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ tag: inout TagFacts
  ) -> NarrativeElement {
    var element = NarrativeElement.unknown
    if let colon = Self.colon(in: name, end), prefix.length > 0, NarrativeName(name, colon) == prefix {
      element = elements.meaning(of: Self.readName(colon + JSONTextUnit(at: colon).width).name).meaning
      tag.hasNamespace = true
    }
    if element.isNoted(in: allowed) || depth == 0 { noteElement(element, name, end) }
    return element
  }

  /// - Parameter name: empty if it could not be read in the fast way.
  @inline(__always) mutating func push(_ place: Int, _ name: NarrativeName, _ content: NarrativeRole) {
    if depth == openCapacity { growOpen() }
    open[depth] = OpenElement(
      head: name.head, name: UInt32(truncatingIfNeeded: place), content: content,
      length: UInt16(truncatingIfNeeded: name.length))
    allowed = content
    depth &+= 1
  }

  @inline(never) private mutating func growOpen() {
    let larger = UnsafeMutablePointer<OpenElement>.allocate(capacity: openCapacity * 2)
    larger.update(from: open, count: depth)
    open.deallocate()
    open = larger
    openCapacity *= 2
  }

  // Functions that do not change the scanner are static: calling a method would first copy it.

  @inline(__always)
  static func readName(_ start: UnsafePointer<UInt8>) -> (name: NarrativeName, end: UnsafePointer<UInt8>) {
    let length = Self.plainLength(Bytes.load(start))
    guard length < 8, !Self.goesOn(start[length]) else { return readLongName(start) }
    return (NarrativeName(shortAt: start, length: length), start + length)
  }

  /// Reads a name with characters other than lower-case letters and digits, or with eight characters or more.
  @inline(never)
  static func readLongName(_ start: UnsafePointer<UInt8>) -> (name: NarrativeName, end: UnsafePointer<UInt8>) {
    var name = NarrativeName()
    var p = start
    while true {
      var c = p.pointee
      var width = 1
      if c == Bytes.backslash || c == 0xEF {
        let unit = JSONTextUnit(at: p)
        c = unit.value
        width = unit.width
      }
      guard Self.isNameCharacter(c) else { return (name, p) }
      if c >= 0x80, width > 1 {
        for byte in JSONTextUnit.bytes(escapeAt: p) { name.append(byte) }
      } else {
        name.append(c)
      }
      p += width
    }
  }

  /// How many of eight bytes, from the first on, are lower-case letters and digits.
  @inline(__always) static func plainLength(_ x: UInt64) -> Int {
    let tops: UInt64 = 0x8080_8080_8080_8080
    let low = x & ~tops
    // The top bit of a sum shows whether the byte reaches a bound: 0x61, 0x7B, 0x30 and 0x3A.
    let letters = (low &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(low &+ 0x0505_0505_0505_0505)
    let digits = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646)
    // If no bit is set, there are 64 trailing zeros.
    return ((~(letters | digits) | x) & tops).trailingZeroBitCount &>> 3
  }

  /// Whether a name may continue with this byte of the lexeme.
  @inline(__always) static func goesOn(_ c: UInt8) -> Bool { isNameCharacter(c) || c == Bytes.backslash }

  /// Whether the name of the element that was opened at `p` is this one.
  @inline(__always) static func isOpen(_ name: NarrativeName, at p: UnsafePointer<UInt8>) -> Bool {
    if name.length < 8, NarrativeName(shortAt: p, length: name.length).head == name.head, !Self.goesOn(p[name.length]) {
      return true
    }
    return Self.readName(p).name == name
  }

  /// Whether a name is short and equals the bytes between two places.
  @inline(__always)
  static func isWritten(_ name: NarrativeName, at start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
    name.length < 8 && end - start == name.length
      && NarrativeName(shortAt: start, length: name.length).head == name.head
  }

  /// Letters, digits, `-`, `.`, `:` and `_`; names beyond ASCII are never allowed and are only read to report them.
  @inline(__always) static func isNameCharacter(_ c: UInt8) -> Bool {
    (c | 0x20) &- 0x61 < 26 || c &- 0x2D < 2 || c &- 0x30 < 11 || c == UInt8(ascii: "_") || c >= 0x80
  }

  /// Whether XML allows a name to begin with this character.
  @inline(__always) static func canBeginName(_ c: UInt8) -> Bool {
    (c | 0x20) &- 0x61 < 26 || c == UInt8(ascii: "_") || c == UInt8(ascii: ":") || c >= 0x80
  }

  /// The colon after the prefix of a name.
  static func colon(in start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var p = start
    while p < end {
      let unit = JSONTextUnit(at: p)
      if unit.value == UInt8(ascii: ":") { return p }
      p += unit.width
    }
    return nil
  }
}
