import FHIRSchema
import FHIRSupport
import FHIRTape

/// The items of a questionnaire, without the record that they were read from. An item is named by its place among them.
struct AskedQuestions {
  private var items: [AskedItem] = []
  private(set) var roots: [Int] = []
  /// Whether some items have no `linkId`, so that a response may have items with a `linkId` of its own.
  private(set) var isPartial = false
  /// The types that the subject of a response may have; none for any.
  private(set) var subjectTypes: [String] = []
  /// The item with each `linkId`, `nil` where several have it.
  private var identified: [ByteText: Int?] = [:]
  /// The value sets of items, until they are looked up.
  private var setNames: [(place: Int, name: String)] = []

  /// Reads the questionnaire at `index`; `valueSet` gives the value set that a question names.
  init(_ tape: Tape, _ index: TapeIndex, _ form: QuestionForm, valueSet: (String) -> ExpandedValueSet?) {
    subjectTypes = tape.member("subjectType", of: index).map { tape.items(of: $0).compactMap(tape.primitive) } ?? []
    read(tape, in: index, form, parent: nil)
    // Many questions have the same set.
    var sets: [ByteText: ExpandedValueSet?] = [:]
    for (place, name) in setNames {
      let set = sets[name.byBytes] ?? valueSet(name)
      sets[name.byBytes] = .some(set)
      items[place].valueSet = set
    }
    setNames = []
  }

  var count: Int { items.count }

  subscript(item: Int) -> AskedItem { items[item] }

  /// The item with a `linkId`: `nil` for none, a `nil` in it for several.
  func item(with linkID: ByteText) -> Int?? { identified[linkID] }

  func children(of parent: Int?) -> [Int] { parent.map { self[$0].children } ?? roots }

  // As deep as the record nests, which has a limit.
  private mutating func read(_ tape: Tape, in object: TapeIndex, _ form: QuestionForm, parent: Int?) {
    for holder in form.holders {
      guard let value = tape.member(named: holder.name, of: object) else { continue }
      for (index, _) in tape.objects(of: value) {
        let id = items.count
        let item = item(tape, index, form, holder, parent: parent)
        items.append(item)
        if let parent { items[parent].children.append(id) } else { roots.append(id) }
        if item.linkID.string.isEmpty {
          // An item in no other is recognised by its place.
          if parent != nil { isPartial = true }
        } else if identified.updateValue(id, forKey: item.linkID) != nil {
          identified[item.linkID] = .some(nil)
        }
        read(tape, in: index, form, parent: id)
      }
    }
  }

  private mutating func item(
    _ tape: Tape, _ index: TapeIndex, _ form: QuestionForm, _ holder: QuestionForm.Holder, parent: Int?
  ) -> AskedItem {
    func text(_ name: StaticString) -> String? { tape.member(name, of: index).flatMap(tape.primitive) }
    let type = holder.type ?? text("type") ?? ""
    var item = AskedItem(linkID: (text("linkId") ?? "").byBytes, typeName: type, type: form.types[type], parent: parent)
    item.isRequired = text("required") == "true"
    // With a definition elsewhere, what the item does not say may be said there.
    item.repeats = text("repeats") == "true" || text("repeats") == nil && text("definition") != nil
    item.maximumLength = text("maxLength").flatMap { Int($0) }
    let set = tape.member("answerValueSet", of: index) ?? tape.member("options", of: index)
    item.hasValueSet = set != nil
    if let set, let name = tape.primitive(tape.member("reference", of: set) ?? set) {
      setNames.append((items.count, name))
    }
    if !form.options.isEmpty, let options = tape.member(named: form.options, of: index) {
      item.options = tape.objects(of: options).compactMap { option, _ in
        if let member = form.optionMember { return AnswerValue(tape, option, member: member) }
        return tape.choiceOfValue(of: option).flatMap { AnswerValue(tape, $0.index, member: $0.member) }
      }
      // One that cannot be compared may be the one that was chosen.
      if item.options.count < tape.length(options) { item.options = [] }
      item.optionSet = Set(item.options)
      item.exclusive = zip(tape.objects(of: options), item.options).filter { tape.isExclusive($0.0.index) }.map(\.1)
    }
    item.enablement = enablement(tape, index, form)
    for name: StaticString in ["extension", "modifierExtension"] {
      guard let extensions = tape.member(name, of: index) else { continue }
      for (part, _) in tape.objects(of: extensions) { item.read(extension: part, tape) }
    }
    return item
  }

  private func enablement(_ tape: Tape, _ index: TapeIndex, _ form: QuestionForm) -> AskedItem.Enablement {
    guard let all = tape.member("enableWhen", of: index) else { return .always }
    let conditions = tape.objects(of: all).flatMap { tape.conditions(of: $0.index, form) }
    guard !conditions.contains(where: { $0 == nil }), !conditions.isEmpty else { return .unknown }
    let behaviour = form.hasAnswer.isEmpty ? tape.member("enableBehavior", of: index).flatMap(tape.primitive) : "any"
    return .when(conditions.compactMap { $0 }, all: behaviour == "all" ? true : behaviour == "any" ? false : nil)
  }
}

extension AskedItem {
  fileprivate mutating func read(extension part: TapeIndex, _ tape: Tape) {
    guard let url = tape.member("url", of: part).flatMap(tape.primitive) else { return }
    if url.byBytes.contains("enableWhen") {
      enablement = .unknown
    } else if let name = AnswerLimit.names.first(where: { url.byBytes == AnswerLimit.url($0).byBytes }),
      let (index, member) = tape.choiceOfValue(of: part), let value = AnswerValue(tape, index, member: member)
    {
      switch name {
      case "questionnaire-minOccurs": minimum = Int(value.text.string) ?? 0
      case "questionnaire-maxOccurs": maximum = Int(value.text.string) ?? .max
      default: limits.append(AnswerLimit(name: name, value: value))
      }
    }
  }
}

extension Tape {
  /// What one `enableWhen` asks for, as conditions of which one is enough; `nil` for one that lacks a part.
  fileprivate func conditions(of object: TapeIndex, _ form: QuestionForm) -> [EnableCondition?] {
    guard let question = member("question", of: object).flatMap(primitive)?.byBytes else { return [nil] }
    let answer = choiceOfAnswer(of: object)
    guard !form.hasAnswer.isEmpty else {
      let relation = member("operator", of: object).flatMap(primitive).flatMap(EnableCondition.Relation.init)
      guard let relation, let answer else { return [nil] }
      return [EnableCondition(question: question, relation: relation, answer: answer)]
    }
    // "Enable if the question is unanswered or the answer is one of the specified values"; with `true`, an answer beside
    // it decides alone.
    let isEqual = answer.map { EnableCondition(question: question, relation: .equal, answer: $0) }
    let state = member(named: form.hasAnswer, of: object)
    if let isEqual, state.flatMap(primitive) != "false" { return [isEqual] }
    let exists = state.flatMap { AnswerValue(self, $0, member: "valueBoolean") }.map {
      EnableCondition(question: question, relation: .exists, answer: $0)
    }
    return isEqual == nil ? [exists] : [exists, isEqual]
  }

  fileprivate func isExclusive(_ option: TapeIndex) -> Bool {
    let extensions = member("extension", of: option).map { objects(of: $0) } ?? []
    return extensions.contains { part, _ in
      member("url", of: part).flatMap(primitive)?.byBytes == AnswerLimit.url("questionnaire-optionExclusive").byBytes
        && member("valueBoolean", of: part).flatMap(primitive) == "true"
    }
  }

  /// The value of a choice `answer[x]`, under the member that an answer with it has.
  fileprivate func choiceOfAnswer(of object: TapeIndex) -> AnswerValue? {
    guard let (value, name) = firstMember(of: object, { $0.hasPrefix("answer") }) else { return nil }
    return AnswerValue(self, value, member: "value" + name.dropFirst("answer".count))
  }
}

/// One item of a questionnaire: a question, a group, or a text for display.
struct AskedItem {
  /// Empty for none.
  let linkID: ByteText
  /// The code of its type, for messages.
  let typeName: String
  /// `nil` if the release does not have the type.
  let type: QuestionForm.AnswerType?
  /// The item around it, `nil` for none.
  let parent: Int?
  /// Whether a complete response must have an answer.
  var isRequired = false
  /// Whether it may have several answers, or occur several times.
  var repeats = false
  /// The fewest and the most answers to a question that has some, or occurrences of a group.
  var minimum = 0
  var maximum = Int.max
  var maximumLength: Int?
  var limits: [AnswerLimit] = []
  /// The permitted answers; none if any answer is permitted.
  var options: [AnswerValue] = []
  /// The same, to find an answer without comparing it with all.
  var optionSet: Set<AnswerValue> = []
  /// Those that allow no other answer beside them.
  var exclusive: [AnswerValue] = []
  /// Whether the permitted answers are those of a value set.
  var hasValueSet = false
  /// That value set, `nil` if it is not available.
  var valueSet: ExpandedValueSet?
  var enablement = Enablement.always
  var children: [Int] = []

  var name: String { "'\(linkID.string.clipped)'" }

  /// What its limits count, for messages.
  var times: String { type?.isAnswered == true ? "answers to" : "occurrences of" }

  enum Enablement {
    case always
    /// It depends on something that is not judged.
    case unknown
    /// On one of the conditions or on all; `nil` if the item does not say which.
    case when([EnableCondition], all: Bool?)
  }
}

/// A condition on the answers to another question.
struct EnableCondition {
  /// The names as in the data.
  enum Relation: String {
    case exists
    case equal = "="
    case unequal = "!="
    case greater = ">"
    case less = "<"
    case atLeast = ">="
    case atMost = "<="
  }

  let question: ByteText
  let relation: Relation
  let answer: AnswerValue

  var name: String { "'\(question.string.clipped)' \(relation.rawValue) \(answer.name)" }

  /// Whether these answers, `nil` for one that cannot be compared, meet the condition; `nil` if that cannot be told.
  func isMet(by answers: [AnswerValue?]) -> Bool? {
    switch relation {
    case .exists: return answers.isEmpty == (answer.text == "false")
    case .unequal:
      // The specification does not say what holds for no answer, and for several.
      return answers.count == 1 ? answers[0]?.isEqual(to: answer).map { !$0 } : nil
    case .equal: return any(of: answers) { $0.isEqual(to: answer) }
    case .greater: return any(of: answers) { $0.order(to: answer).map { $0 > 0 } }
    case .less: return any(of: answers) { $0.order(to: answer).map { $0 < 0 } }
    case .atLeast: return any(of: answers) { $0.order(to: answer).map { $0 >= 0 } }
    case .atMost: return any(of: answers) { $0.order(to: answer).map { $0 <= 0 } }
    }
  }

  private func any(of answers: [AnswerValue?], _ isMet: (AnswerValue) -> Bool?) -> Bool? {
    let verdicts = answers.map { $0.flatMap(isMet) }
    if verdicts.contains(true) { return true }
    return verdicts.contains(nil) ? nil : false
  }
}

extension AskedItem.Enablement {
  /// What the answers decide about an item.
  enum Verdict {
    case enabled
    /// By a condition that they do not meet, and possibly by others.
    case disabled(EnableCondition)
    case unknown
  }

  /// Whether the item may be answered, by the answers to the question of a condition, `nil` if they cannot be told.
  func verdict(_ answers: (ByteText) -> [AnswerValue?]?) -> Verdict {
    switch self {
    case .always: return .enabled
    case .unknown: return .unknown
    case .when(let conditions, let all):
      let verdicts = conditions.map { condition in answers(condition.question).flatMap(condition.isMet) }
      let isAny = verdicts.contains(true) ? true : verdicts.contains(nil) ? nil : false
      let isAll = verdicts.contains(false) ? false : verdicts.contains(nil) ? nil : true
      let isEnabled: Bool? = all.map { $0 ? isAll : isAny } ?? (isAny == isAll ? isAll : nil)
      guard isEnabled == false, let first = verdicts.firstIndex(of: false)
      else { return isEnabled == nil ? .unknown : .enabled }
      return .disabled(conditions[first])
    }
  }
}

/// What an extension of a question demands of its answers.
struct AnswerLimit {
  /// The ends of the urls. Those from `maxSize` on are not judged, only counted.
  fileprivate static let names = [
    "questionnaire-minOccurs", "questionnaire-maxOccurs", "minValue", "maxValue", "sdc-questionnaire-minQuantity",
    "sdc-questionnaire-maxQuantity", "minLength", "maxDecimalPlaces", "regex", "maxSize", "mimeType",
    "questionnaire-allowedResource", "questionnaire-allowedProfile", "questionnaire-referenceResource",
    "questionnaire-referenceProfile", "questionnaire-unitOption", "questionnaire-unitValueSet",
  ]

  fileprivate static func url(_ name: String) -> String {
    "http://hl7.org/fhir/\(name.hasPrefix("sdc-") ? "uv/sdc/" : "")StructureDefinition/\(name)"
  }

  let name: String
  let value: AnswerValue

  /// The name under which an answer is counted that is not judged by it.
  var gap: ByteText { "extension \(Self.url(name))".byBytes }
}
