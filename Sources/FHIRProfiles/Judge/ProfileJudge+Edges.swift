import FHIRPath
import FHIRSchema
import FHIRTape
import FHIRFindings

extension ProfileJudge {
  /// Judges the values of one element of an object, unless the same value was found good before.
  mutating func judgeUnlessGood(
    _ edge: UnsafePointer<ProfileEdge>, _ keys: MemberKeys, of object: TapeIndex, around item: JudgedItem
  ) {
    guard answers.keepsGoodValues, keys.value.exists, !keys.sibling.exists else {
      return judge(edge, keys, of: object, around: item)
    }
    let value = keys.value.value
    switch edge.pointee.effort {
    case .count: if isOne(value), edge.pointee.count.minimum <= 1, edge.pointee.count.maximum >= 1 { return }
    case .little: if isPlainlyGood(edge, value, keys.member) { return }
    case .plain where isPlainlyGood(edge, value, keys.member): return
    case .target where !around.isAlone || tape.tag(value) == .array && tape.length(value) > 1: break
    case .plain, .target, .much:
      // The forms of a choice have the same bytes. An address has 48 bits, and a release far fewer than 32,768 members.
      let question = UInt(bitPattern: edge) ^ UInt(truncatingIfNeeded: keys.member) &<< 48
      let range = partOfNote(value, edge) ?? tape.range(value)
      return remembered(range, question) { judge in judge.judge(edge, keys, of: object, around: item) }
    }
    judge(edge, keys, of: object, around: item)
  }

  /// The bytes of a value that its verdict depends on, `nil` for all: numbers and ids differ from record to record.
  private func partOfNote(_ value: TapeIndex, _ edge: UnsafePointer<ProfileEdge>) -> Range<Int>? {
    if edge.pointee.effort == .target {
      return tape.typeInReference(tape.tag(value) == .array && tape.length(value) == 1 ? value.content : value)
    }
    guard edge.pointee.ignoresAmount, tape.isAmount(value) else { return nil }
    return tape.range(value.content.value).upperBound..<tape.range(value).upperBound
  }

  /// Judges a value, unless it was found good before: then only what could not be judged about it is counted again.
  mutating func remembered(_ range: Range<Int>, _ question: UInt, _ body: (inout ProfileJudge) -> Void) {
    // Where references mean nothing in memory, their bytes are all that they are judged by.
    let (alone, basis): (UInt, VerdictBasis) = around.isAlone ? (1 << 63, .bundle) : (0, .value)
    guard answers.keepsGoodValues, let key = answers.key(question ^ alone, tape.bytes + range.lowerBound, range.count)
    else { return body(&self) }
    if let known = answers.answer(key, &work.left) { return notChecked.count(remembered: known) }
    let (outer, gaps, left) = (work.basis, notChecked.total, work.left)
    work.basis = .value
    body(&self)
    if work.basis <= basis, !work.isExhausted, !silence.isDecided, let answer = notChecked.answer(since: gaps) {
      answers.keep(answer, spent: left - work.left, for: key)
    }
    work.rest(on: outer)
  }

  /// Whether a plain value or a quantity is good by its type and fast forms: these differ too much to be remembered.
  private mutating func isPlainlyGood(_ edge: UnsafePointer<ProfileEdge>, _ value: TapeIndex, _ member: Int) -> Bool {
    guard !tape.isContainer(value) || tape.isAmount(value), isOne(value), edge.pointee.count.allows(1), work.spend(1)
    else { return false }
    var isAllowed = false
    for place in edge.pointee.forms.indices where edge.pointee.forms[place].type == rows.members[member].typeID {
      switch edge.pointee.forms[place].form?._withUnsafeGuaranteedRef({ $0.verdict(on: value, in: tape) }) {
      case nil, .yes?: isAllowed = true
      default: return false
      }
    }
    return isAllowed
  }

  /// Whether a value is there, and no array.
  private func isOne(_ value: TapeIndex) -> Bool { tape.tag(value) != .array && tape.tag(value) != .null }

  private mutating func judge(
    _ place: UnsafePointer<ProfileEdge>, _ keys: MemberKeys, of object: TapeIndex, around item: JudgedItem
  ) {
    let first = work.items.count
    if keys.value.exists || keys.sibling.exists { collect(keys, owner: object) }
    let items = first..<work.items.count
    if place.pointee.isMustSupport, profiles.countsMustSupport, !silence.isOn {
      work.rest(on: .occurrence)
      counts.add(profile.nodes[place.pointee.node].path, of: profile.url, isPresent: !items.isEmpty)
    }
    if !place.pointee.count.allows(items.count) { checkCount(place.pointee, items, around: item) }
    judge(profile.nodes[place.pointee.node], items)
    if let slicing = place.pointee.slicing { judge(slicing, items, place, around: item) }
    while work.items.count > first { work.items.removeLast() }
  }

  mutating func judge(_ node: ProfileNode, _ places: some Sequence<Int>) {
    if node.isEmpty { return }
    for place in places {
      let value = work.items[place]
      work.steps.append(profiles.step(value))
      judge(node, value)
      work.steps.removeLast()
    }
  }

  /// Pushes the values of an element onto the stack, including those with only a `_` sibling.
  mutating func collect(_ keys: MemberKeys, owner: TapeIndex) {
    let value = keys.value.exists ? keys.value.value : TapeIndex.none
    let sibling = keys.sibling.exists ? keys.sibling.value : TapeIndex.none
    let isArray = value.exists && tape.tag(value) == .array || sibling.exists && tape.tag(sibling) == .array
    guard isArray else { return append(value, sibling, keys, owner: owner, position: -1) }
    var (values, siblings) = (tape.items(of: value), tape.items(of: sibling))
    var position = 0
    while case let (value, sibling) = (values.next(), siblings.next()), value != nil || sibling != nil, work.spend(1) {
      append(value ?? .none, sibling ?? .none, keys, owner: owner, position: position)
      position += 1
    }
  }

  private mutating func append(
    _ value: TapeIndex, _ sibling: TapeIndex, _ keys: MemberKeys, owner: TapeIndex, position: Int
  ) {
    let value = value.exists && tape.tag(value) != .null ? value : TapeIndex.none
    let sibling = sibling.exists && tape.tag(sibling) == .object ? sibling : TapeIndex.none
    if !value.exists, !sibling.exists { return }
    work.items.append(
      JudgedItem(
        value: value, sibling: sibling, key: keys.value.exists ? keys.value : keys.sibling, owner: owner,
        position: position, member: keys.member, type: rows.type(of: value, member: keys.member, tape)))
  }

  /// Passes the values of a member, or of a choice's forms, to `body` until it returns true, also those of a `_` alone.
  mutating func anyValue(
    named name: KeptText, of item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Bool
  ) -> Bool {
    let object = item.object(tape)
    guard object.exists, work.spend(tape.length(object)) else { return false }
    let type = item.value.exists && tape.tag(item.value) == .object ? item.type : profiles.roles.element
    for key in tape.keys(of: object) {
      let isSibling = tape.isSibling(key)
      guard isNamed(key, name, type, isSibling: isSibling) else { continue }
      let member = type.exists ? rows.member(key, of: type, tape).row : -1
      if isSibling {
        let (tape, rows, first) = (tape, rows, work.items.count)
        let value = tape.keys(of: object).first { rows.member($0, of: type, tape) == (member, false) }
        collect(MemberKeys(value: value ?? .none, sibling: key, member: member), owner: object)
        defer { work.items.removeSubrange(first...) }
        for place in first..<work.items.count where !work.items[place].value.exists {
          if body(&self, work.items[place]) { return true }
        }
        continue
      }
      var position = tape.tag(key.value) == .array ? 0 : -1
      for value in tape.items(of: key.value) {
        guard work.spend(1) else { break }
        let found = JudgedItem(
          value: value, sibling: .none, key: key, owner: object, position: position, member: member,
          type: rows.type(of: value, member: member, tape))
        if tape.tag(value) != .null, body(&self, found) { return true }
        position += 1
      }
    }
    return false
  }

  /// The object that is the value of the only member, or form of a choice, with this name; `nil` for none.
  func onlyValue(named name: KeptText, of item: JudgedItem) -> TapeIndex? {
    guard item.value.exists, tape.tag(item.value) == .object else { return nil }
    var found: TapeIndex?
    for key in tape.keys(of: item.value) where isNamed(key, name, item.type) {
      if found != nil || tape.tag(key.value) != .object { return nil }
      found = key.value
    }
    return found
  }

  /// - Parameter isSibling: whether the name stands behind a `_`.
  private func isNamed(_ key: TapeIndex, _ name: KeptText, _ type: TypeID, isSibling: Bool = false) -> Bool {
    let start = isSibling ? 1 : 0
    let rest =
      tape.tag(key) == .escapedKey
      ? tape.withEscapedText(key) { text in
        text.baseAddress.flatMap { Self.rest(of: $0 + start, text.count - start, after: name) }
      }
      : Self.rest(of: tape.lexeme(key) + start, tape.length(key) - start, after: name)
    guard let rest else { return false }
    if rest == 0, !isSibling { return true }
    guard type.exists else { return false }
    let member = rows.member(key, of: type, tape).row
    return member >= 0 && (rest == 0 || rows.members[member].flags.contains(.choice))
  }

  /// The length of what follows a name in a key, if that is nothing or a possible type.
  private static func rest(of key: UnsafePointer<UInt8>, _ count: Int, after name: KeptText) -> Int? {
    guard count >= name.count, count == name.count || key[name.count] &- 0x41 < 26 else { return nil }
    return Bytes.isEqual(key, name.start, name.count) ? count - name.count : nil
  }
}

extension Tape {
  fileprivate func isSibling(_ key: TapeIndex) -> Bool {
    let underscore = UInt8(ascii: "_")
    guard tag(key) == .escapedKey else { return length(key) > 0 && lexeme(key)[0] == underscore }
    return withEscapedText(key) { $0.first == underscore }
  }

  /// Whether a value is a quantity that begins with its number.
  fileprivate func isAmount(_ value: TapeIndex) -> Bool {
    guard tag(value) == .object, length(value) > 0, isKey(value.content, plain: "value") else { return false }
    return tag(value.content.value) == .decimal || tag(value.content.value) == .integer
  }

  /// The type, and the quote before it, in the address of a reference such as `Patient/1` with no more than a name.
  fileprivate func typeInReference(_ value: TapeIndex) -> Range<Int>? {
    guard tag(value) == .object, length(value) > 0, isKey(value.content, plain: "reference") else { return nil }
    let address = value.content.value
    guard tag(address) == .string, length(value) == 1 || length(value) == 2 && isKey(next(address), plain: "display")
    else { return nil }
    let (text, count) = (lexeme(address), length(address))
    let end = Bytes.last(UInt8(ascii: "/"), of: text, before: count)
    var place = 0
    while place < end, text[place] | 0x20 &- 0x61 < 26 { place &+= 1 }
    guard place == end else { return nil }
    return range(address).lowerBound..<range(address).lowerBound + 1 + end
  }
}
