import FHIRSupport

extension NarrativeScanner {
  mutating func readAttribute(
    _ p: UnsafePointer<UInt8>, isRoot: Bool, seen: inout UInt64, tag: inout TagFacts
  ) -> UnsafePointer<UInt8> {
    let (name, nameEnd) = Self.readName(p)
    var end = JSONTextUnit.skipWhitespace(nameEnd)
    var unit = JSONTextUnit(at: end)
    guard unit.value == UInt8(ascii: "=") else {
      return fail(unit.value == JSONTextUnit.end ? .unclosedTag : .unquotedAttribute, from: p, to: nameEnd)
    }
    end = JSONTextUnit.skipWhitespace(end + unit.width)
    unit = JSONTextUnit(at: end)
    let quote = unit.value
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return fail(unit.value == JSONTextUnit.end ? .unclosedTag : .unquotedAttribute, from: p, to: nameEnd)
    }
    let value = end + unit.width
    end = value
    reading: while true {
      end = JSONTextUnit.firstSpecial(from: end, quotes: true)
      unit = JSONTextUnit(at: end)
      switch unit.value {
      case quote: break reading
      case JSONTextUnit.end: return fail(.unclosedTag, from: p, to: nameEnd)
      case UInt8(ascii: "<"): return fail(.lessThanInAttribute, from: end, to: end + unit.width)
      case UInt8(ascii: "&"):
        let next = readReference(end, end + unit.width, inText: false)
        if isBroken { return p }
        end = next
      case JSONTextUnit.illegal: return fail(.illegalCharacter, from: end, to: end + unit.width)
      default: end += unit.width
      }
    }
    let (kind, bit) = attributes.meaning(of: name)
    if seen & bit != 0 { return fail(.duplicateAttribute, from: p, to: nameEnd) }
    seen |= bit
    switch kind {
    case .plain: break
    case .source:
      tag.hasSource = true
      checkLink(value, end, isImage: true)
    case .link: checkLink(value, end, isImage: false)
    case .style:
      switch NarrativeStyle.reach(value, end) {
      case .nothing: break
      case .neighbour: add(.relativeStyle, from: value, to: end)
      case .outside: add(.externalStyle, from: value, to: end)
      }
    case .id: ids.append(offset(value)..<offset(end))
    case .name: names.append(offset(value)..<offset(end))
    case .namespace:
      if isRoot { tag.hasNamespace = true }
      if !NarrativeText(value, end).equals(Self.namespace) { add(.wrongNamespace, from: value, to: end) }
    case .disputed: add(.disputedAttribute, from: p, to: nameEnd)
    case .unknown:
      if !name.declaresPrefix {
        add(.forbiddenAttribute, from: p, to: nameEnd)
      } else if let colon = Self.colon(in: p, nameEnd), NarrativeText(value, end).equals(Self.namespace) {
        prefix = Self.readName(colon + JSONTextUnit(at: colon).width).name
      }
    }
    return end + unit.width
  }

  mutating func checkLink(_ value: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isImage: Bool) {
    switch NarrativeLink.Target(value, end, isImage: isImage) {
    case .elsewhere: break
    case .active: add(.activeLink, from: value, to: end)
    case .local(let id): localLinks.append(NarrativeLink(range: offset(value)..<offset(end), isImage: isImage, id: id))
    }
  }

  /// Finds repeated ids, and drops the links whose target is an `id` or `name` of the narrative.
  @inline(never) mutating func compareAnchors() {
    anchors.reset(expecting: ids.count + (localLinks.isEmpty ? 0 : names.count))
    for id in ids where !anchors.insert(NarrativeText(start + id.lowerBound, start + id.upperBound).hash) {
      add(.duplicateID, from: start + id.lowerBound, to: start + id.upperBound)
    }
    if localLinks.isEmpty { return }
    for name in names { _ = anchors.insert(NarrativeText(start + name.lowerBound, start + name.upperBound).hash) }
    let anchors = anchors.view
    localLinks.removeAll { anchors.contains($0.id) }
  }

  @inline(never)
  mutating func readDeclaration(_ p: UnsafePointer<UInt8>, _ after: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    if let body = NarrativeText.skip("!--", at: after) {
      if depth == 0 { add(.notADiv, from: p, to: body) }
      return readHidden(p, body, isComment: true)
    }
    if depth > 0, let body = NarrativeText.skip("![CDATA[", at: after) { return readHidden(p, body, isComment: false) }
    var end = after
    var unit = JSONTextUnit(at: end)
    // A document type contains declarations between brackets.
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

  /// Reads the body of a comment or of a CDATA section.
  mutating func readHidden(
    _ p: UnsafePointer<UInt8>, _ body: UnsafePointer<UInt8>, isComment: Bool
  ) -> UnsafePointer<UInt8> {
    var end = body
    while true {
      let unit = JSONTextUnit(at: end)
      if unit.value == JSONTextUnit.end || unit.value == JSONTextUnit.illegal {
        let unclosed: NarrativeFault.Kind = isComment ? .malformedComment : .unclosedSection
        return fail(unit.value == JSONTextUnit.end ? unclosed : .illegalCharacter, from: p, to: body)
      }
      if let close = NarrativeText.skip(isComment ? "-->" : "]]>", at: end) { return close }
      if isComment, let close = NarrativeText.skip("--", at: end) {
        return fail(.malformedComment, from: end, to: close)
      }
      if !isComment, !unit.isWhitespace { hasContent = true }
      end += unit.width
    }
  }
}
