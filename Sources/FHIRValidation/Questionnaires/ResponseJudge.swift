import FHIRPath
import FHIRSchema
import FHIRTape

/// Judges the items of a response by its questionnaire; the walk has judged them by their types, so wrong kinds pass.
struct ResponseJudge {
  private let asked: AskedQuestions
  private let form: QuestionForm
  /// The objects with items around the current one, from the response inwards.
  private var around: [TapeIndex] = []
  private let answers: GivenAnswers
  /// How many items and values were compared: unlimited, many options or conditions and many answers take their product.
  private var work = 0
  private static let mostWork = 1_000_000
  private var isExhausted: Bool { work > Self.mostWork }

  /// Judges the response at `index` by the questions.
  init(_ asked: AskedQuestions, _ form: QuestionForm, _ tape: Tape, _ index: TapeIndex) {
    (self.asked, self.form, answers) = (asked, form, GivenAnswers(tape, index, form))
  }

  /// Judges the response at `index`, where the path is; returns whether all of it was judged.
  mutating func judge(_ index: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) -> Bool {
    let status = cursor.tape.member("status", of: index).flatMap(cursor.tape.primitive)
    let isComplete = status == "completed" || status == "amended"
    judgeItems(of: index, type: type, parent: nil, requires: isComplete, &cursor)
    return !isExhausted
  }

  /// Judges the items in an object.
  ///
  /// - Parameters:
  ///   - parent: the item that the object answers, `nil` for the response itself.
  ///   - requires: whether required items must have answers.
  ///   - isBesideAnswer: whether the object is an item whose items belong into its answers.
  private mutating func judgeItems(
    of object: TapeIndex, type: TypeID, parent: Int?, requires: Bool, isBesideAnswer: Bool = false,
    _ cursor: inout RecordCursor
  ) {
    around.append(object)
    defer { around.removeLast() }
    // How many answers, or occurrences of a group, each has.
    var seen: [Int: Int] = [:]
    for holder in form.holders {
      guard let value = cursor.tape.member(named: holder.name, of: object),
        let member = cursor.schema.member(named: holder.name, of: type)
      else { continue }
      var last: Int?
      var isInOrder = true
      for (item, position) in cursor.tape.objects(of: value) {
        work += 1
        cursor.path.push(member: member, index: position)
        if isBesideAnswer, let parent { cursor.reportBesideAnswer(item, asked[parent]) }
        if let id = answered(by: item, holder, parent: parent, &cursor) {
          let isAnswered = asked[id].type?.isAnswered == true
          let answers = isAnswered ? cursor.tape.member("answer", of: item).map(cursor.tape.length) ?? 0 : 1
          let (before, maximum) = (seen[id], asked[id].maximum)
          let count = (before ?? 0) + answers
          seen[id] = count
          if asked[id].repeats ? count > maximum && before ?? 0 <= maximum : before != nil {
            cursor.reportTooManyAnswers(item, asked[id], path: .element)
          }
          if let last, id < last, isInOrder {
            isInOrder = false
            cursor.reportOutOfOrder(item, asked[id], after: asked[last])
          }
          last = max(last ?? id, id)
          judge(item, id, type: cursor.members[member].typeID, requires: requires, &cursor)
        }
        cursor.path.pop()
      }
    }
    if requires { reportMissing(in: object, parent: parent, seen, &cursor) }
  }

  private mutating func reportMissing(
    in object: TapeIndex, parent: Int?, _ seen: [Int: Int], _ cursor: inout RecordCursor
  ) {
    for id in asked.children(of: parent) {
      work += 1
      guard !isExhausted else { return }
      let item = asked[id]
      if let count = seen[id] {
        if count > 0, count < item.minimum { cursor.reportMissingAnswer(object, item, found: count) }
        continue
      }
      guard item.isRequired, !item.linkID.isEmpty else { continue }
      switch enablement(of: item, cursor.tape) {
      case .enabled: cursor.reportMissingAnswer(object, item)
      case .unknown: cursor.counts.countUnjudged(Self.undecided)
      case .disabled: break
      }
    }
  }

  /// The item that an item of the response answers; `nil` if none, which is reported, or if that cannot be told.
  private func answered(
    by item: TapeIndex, _ holder: QuestionForm.Holder, parent: Int?, _ cursor: inout RecordCursor
  ) -> Int? {
    // A group may be without a `linkId`: if it is the only one, its place tells it.
    let groups = holder.type == nil ? [] : asked.children(of: parent).filter { asked[$0].type?.isAnswered == false }
    let only = groups.count == 1 ? groups[0] : nil
    guard let linkID = cursor.tape.member("linkId", of: item), let text = cursor.tape.primitive(linkID) else {
      if only == nil, holder.type != nil { cursor.counts.countUnjudged(Self.undecided) }
      return only
    }
    guard let found = asked.item(with: text.byBytes) else {
      if let only, asked[only].linkID.isEmpty { return only }
      if !asked.isPartial { cursor.reportUnknownItem(linkID) }
      return nil
    }
    guard let id = found, asked[id].parent != parent else { return found }
    cursor.reportMisplacedItem(linkID, expected: asked[id].parent.map { asked[$0] })
    return nil
  }

  /// Judges an item of the response; the path is at the item.
  private mutating func judge(
    _ index: TapeIndex, _ id: Int, type: TypeID, requires: Bool, _ cursor: inout RecordCursor
  ) {
    let item = asked[id]
    var requires = requires
    switch enablement(of: item, cursor.tape) {
    case .enabled: break
    case .unknown:
      cursor.counts.countUnjudged(Self.undecided)
      requires = false
    case .disabled(let condition):
      if answers.areGiven(below: index, cursor.tape) { cursor.reportDisabledItem(index, item, by: condition) }
      return
    }
    let given = cursor.tape.member("answer", of: index)
    let tape = cursor.tape
    let all = given.map { tape.objects(of: $0) } ?? []
    let isGroup = item.type?.isAnswered == false
    var isMissing = false
    if isGroup {
      if let given, !all.isEmpty { cursor.reportUnexpectedAnswer(given, item) }
      let hasItems = form.holders.contains { tape.member(named: $0.name, of: index) != nil }
      isMissing = requires && item.isRequired && !hasItems && !item.children.isEmpty
      if isMissing { cursor.reportMissingAnswer(index, item) }
    } else {
      if requires, item.isRequired, all.isEmpty { cursor.reportMissingAnswer(index, item) }
      if all.count > 1, !item.repeats { cursor.reportTooManyAnswers(all[1].index, item, path: .below("answer[1]")) }
      if all.count > 1, item.repeats, !item.exclusive.isEmpty { cursor.checkExclusive(all, item) }
      if let member = cursor.schema.member(named: "answer", of: type) {
        for (answer, position) in all {
          cursor.path.push(member: member, index: position)
          judgeAnswer(answer, item, &cursor)
          judgeItems(of: answer, type: cursor.members[member].typeID, parent: id, requires: requires, &cursor)
          cursor.path.pop()
        }
      }
    }
    judgeItems(
      of: index, type: type, parent: id, requires: requires && isGroup && !isMissing,
      isBesideAnswer: item.type?.isAnswered == true, &cursor)
  }

  /// Judges the value of an answer; the path is at the answer.
  private mutating func judgeAnswer(_ answer: TapeIndex, _ item: AskedItem, _ cursor: inout RecordCursor) {
    guard let (value, member) = cursor.tape.choiceOfValue(of: answer) else { return }
    if let type = item.type {
      if !item.options.isEmpty, !(AnswerValue(cursor.tape, value, member: member).map(item.optionSet.contains) ?? false)
      {
        work += item.options.count
      }
      if isExhausted { return }
      let isOption = type.hasOptions && item.options.contains { $0.member == member }
      guard type.members.contains(member) || isOption
      else { return cursor.reportWrongAnswerType(value, member, item, expected: type) }
      if !type.freeMembers.contains(member) {
        if !item.options.isEmpty { cursor.checkOption(value, member, item) }
        if type.hasOptions, item.hasValueSet { cursor.checkValueSet(value, member, item) }
      }
    } else if item.hasValueSet {
      cursor.counts.countUnjudged("answers from value sets")
    }
    if let limit = item.maximumLength { cursor.checkLength(value, member, item, limit: limit) }
    for limit in item.limits {
      // Compiled for each answer: most questionnaires have more patterns than a response has answers to them.
      let pattern = limit.name == "regex" ? WholePattern(limit.value.text.string) : nil
      work += 1 + (pattern?.cost ?? 0) * (1 + cursor.tape.length(value) / 64)
      if isExhausted { return }
      cursor.check(limit, pattern, value, member, item)
    }
  }

  /// Counts an item of which it cannot be told whether other answers disable it.
  private static let undecided: ByteText = "conditions of questionnaires"

  private mutating func enablement(of item: AskedItem, _ tape: Tape) -> AskedItem.Enablement.Verdict {
    item.enablement.verdict { question in
      if isExhausted { return nil }
      // That no item has the question is a fault of the questionnaire.
      if case .none = asked.item(with: question) { return nil }
      let given = answers.answers(to: question, near: around, tape)
      work += 1 + (given?.count ?? 0)
      return given
    }
  }
}

extension SchemaTable {
  fileprivate func member(named name: String, of type: TypeID) -> MemberID? {
    memberIndices(of: type).first { nameBytes(of: $0).elementsEqual(name.utf8) }
  }
}

/// The answers of a response, for the conditions of its questionnaire.
struct GivenAnswers {
  /// The items by their `linkId`, in the order of the response.
  private var items: [ByteText: [TapeIndex]] = [:]

  init(_ tape: Tape, _ index: TapeIndex, _ form: QuestionForm) { gather(tape, in: index, form) }

  // As deep as the record nests, which has a limit.
  private mutating func gather(_ tape: Tape, in object: TapeIndex, _ form: QuestionForm) {
    for holder in form.holders {
      guard let value = tape.member(named: holder.name, of: object) else { continue }
      for (item, _) in tape.objects(of: value) {
        if let linkID = tape.member("linkId", of: item).flatMap(tape.primitive) {
          items[linkID.byBytes, default: []].append(item)
        }
        gather(tape, in: item, form)
        if let answers = tape.member("answer", of: item) {
          for (answer, _) in tape.objects(of: answers) { gather(tape, in: answer, form) }
        }
      }
    }
  }

  /// The answers to a question; `nil` if it cannot be told which are meant, or what they are. In repeated groups, where a
  /// question has several items, those count that share the most of the objects around the current one, the response
  /// first.
  func answers(to question: ByteText, near around: [TapeIndex], _ tape: Tape) -> [AnswerValue?]? {
    guard let all = items[question] else { return [] }
    if all.count == 1 { return answers(of: all[0], tape) }
    for object in around.reversed() {
      let first = all.bisect { $0 > object }
      let end = all.bisect { $0 >= tape.next(object) }
      if end - first == 1 { return answers(of: all[first], tape) }
      if end > first { return nil }
    }
    return nil
  }

  /// The answers of an item; `nil` among them for one without what comparisons need.
  private func answers(of item: TapeIndex, _ tape: Tape) -> [AnswerValue?] {
    guard let answers = tape.member("answer", of: item) else { return [] }
    return tape.objects(of: answers).map { answer, _ in
      tape.choiceOfValue(of: answer).flatMap { AnswerValue(tape, $0.index, member: $0.member) }
    }
  }

  func areGiven(below item: TapeIndex, _ tape: Tape) -> Bool {
    // A flat loop over the tape: no other member of an item has this name.
    let end = tape.next(item)
    var index = item
    while index < end {
      if tape.tag(index) == .key, tape.isKey(index, "answer"), tape.isContainer(index.value),
        tape.length(index.value) > 0
      {
        return true
      }
      index = tape.isContainer(index) ? index.content : index.following
    }
    return false
  }
}
