import FHIRSchema
import FHIRTape
import FHIRView

extension ProfileJudge {
  /// Judges the values of one element of an object, unless the same value was found good before.
  mutating func judgeUnlessGood(
    _ edge: UnsafePointer<ProfileEdge>, _ keys: MemberKeys, of object: TapeIndex, around item: JudgedItem
  ) {
    guard answers.keepsGoodValues, keys.value.exists, !keys.sibling.exists else {
      return judge(edge.pointee, keys, of: object, around: item)
    }
    let value = keys.value.value
    switch edge.pointee.effort {
    case .count:
      if isOne(value), edge.pointee.count.minimum <= 1, edge.pointee.count.maximum >= 1 { return }
    case .little: break
    case .much:
      if let key = goodValue(value, keys.member, of: edge) {
        return remembered(key) { judge in judge.judge(edge.pointee, keys, of: object, around: item) }
      }
    }
    judge(edge.pointee, keys, of: object, around: item)
  }

  /// Judges a value, unless it was found good before: then only what could not be judged about it is counted again.
  mutating func remembered(_ key: AnswerMemo.Key, _ body: (inout ProfileJudge) -> Void) {
    if let known = answers.answer(key, &work.left) { return notChecked.count(remembered: known) }
    let (outer, gaps, left) = (work.basis, notChecked.total, work.left)
    work.basis = .value
    body(&self)
    if work.basis == .value, !work.isExhausted, !silence.isDecided, let answer = notChecked.answer(since: gaps) {
      answers.keep(answer, spent: left - work.left, for: key)
    }
    work.rest(on: outer)
  }

  /// The question whether all values of a member are good; `nil` where the answer is not kept.
  private func goodValue(_ value: TapeIndex, _ member: Int, of edge: UnsafePointer<ProfileEdge>) -> AnswerMemo.Key? {
    // The forms of a choice have the same bytes. An address has 48 bits, and a release far fewer than 65,536 members.
    let question = UInt(bitPattern: edge) ^ UInt(truncatingIfNeeded: member) &<< 48
    let range = tape.range(value)
    return AnswerMemo.Key(question, tape.bytes + range.lowerBound, range.count)
  }

  /// Whether a value is there, and no array.
  private func isOne(_ value: TapeIndex) -> Bool { tape.tag(value) != .array && tape.tag(value) != .null }

  /// Judges the values of one element of an object.
  private mutating func judge(_ edge: ProfileEdge, _ keys: MemberKeys, of object: TapeIndex, around item: JudgedItem) {
    let first = work.items.count
    if keys.hasSome { collect(keys, owner: object) }
    let items = first..<work.items.count
    if edge.isMustSupport, profiles.countsMustSupport, !silence.isOn {
      work.rest(on: .occurrence)
      counts.add(profile.nodes[edge.node].path, of: profile.url, isPresent: !items.isEmpty)
    }
    checkCount(edge, items, around: item)
    judge(profile.nodes[edge.node], items)
    if let slicing = edge.slicing { judge(slicing, items, edge, around: item) }
    work.items.removeSubrange(first...)
  }

  /// Judges values on the stack by the assertions about each of them.
  mutating func judge(_ node: ProfileNode, _ places: some Sequence<Int>) {
    if node.isEmpty { return }
    for place in places {
      let value = work.items[place]
      work.steps.append(profiles.step(value))
      judge(node, value)
      work.steps.removeLast()
    }
  }

  /// Judges how often an element occurs.
  private mutating func checkCount(_ edge: ProfileEdge, _ items: Range<Int>, around item: JudgedItem) {
    if items.count >= edge.count.minimum, items.count <= edge.count.maximum { return }
    let outer = slice
    if slice == nil { slice = profile.nodes[edge.node].form }
    checkMinimum(edge, items, around: item)
    checkMaximum(edge, items)
    slice = outer
  }
}
