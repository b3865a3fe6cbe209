extension NarrativeScanner {
  /// Reads what begins with the `<` at `p`, and returns where text goes on.
  @inline(__always)
  mutating func readMarkup(
    _ p: UnsafePointer<UInt8>, after: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let unit = JSONTextUnit(at: after)
    switch unit.value {
    case UInt8(ascii: "/"): return readEndTag(p, name: after + unit.width)
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return readDeclaration(p, after)
    default: return readStartTag(p, name: after)
    }
  }

  mutating func readEndTag(
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
    let opened = Int(open[depth - 1].name)
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
    allowed = depth > 0 ? open[depth - 1].content : .any
    return end + unit.width
  }

  mutating func readStartTag(
    _ p: UnsafePointer<UInt8>, name nameStart: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let (name, nameEnd) = Self.readName(nameStart)
    guard name.length > 0, Self.canBeginName(UInt8(truncatingIfNeeded: name.head)) else {
      fail(.tagWithoutName, from: p, to: nameStart)
      return p
    }
    var element = elements.meaning(of: name).meaning
    // What a prefix stands for may be said by an attribute of the same tag.
    let isPrefixed = element.kind == .unknown && Self.colon(in: nameStart, nameEnd) != nil
    if element.isNoted(in: allowed) || depth == 0, !isPrefixed { noteElement(element, nameStart, nameEnd) }
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
        push(offset(nameStart), element.content)
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
  struct TagFacts {
    var hasSource = false
    var hasNamespace = false
  }

  @inline(__always)
  mutating func closeTag(
    _ element: NarrativeElement, _ isRoot: Bool, _ tag: TagFacts, _ name: UnsafePointer<UInt8>,
    _ nameEnd: UnsafePointer<UInt8>
  ) {
    if isRoot {
      hasRoot = true
      if !tag.hasNamespace { add(.missingNamespace, from: name, to: nameEnd) }
    }
    if element.kind == .image {
      if tag.hasSource { hasContent = true } else { add(.incompleteImage, from: name, to: nameEnd) }
    }
  }

  @inline(never)
  mutating func noteElement(
    _ element: NarrativeElement, _ name: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) {
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

  /// Judges an element with a prefix, which means XHTML where some `xmlns:` attribute so far says so.
  @inline(never)
  mutating func notePrefixed(
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

  mutating func push(_ name: Int, _ content: NarrativeRole) {
    if depth == openCapacity {
      let larger = UnsafeMutablePointer<OpenElement>.allocate(capacity: openCapacity * 2)
      larger.update(from: open, count: depth)
      open.deallocate()
      open = larger
      openCapacity *= 2
    }
    open[depth] = OpenElement(name: UInt32(truncatingIfNeeded: name), content: content)
    allowed = content
    depth += 1
  }
}
