import FHIRProfiles
import FHIRSchema
import FHIRSupport
import FHIRTape

/// The items of a questionnaire, as a value that does not depend on the record that they were read from.
///
/// An item is named by its place among them.
struct AskedQuestions {
  private var items: [AskedItem] = []
  /// The items that are in no other.
  private(set) var roots: [Int] = []
  /// Whether some items have no `linkId`, so that a response may have items with a `linkId` of its own.
  private(set) var isPartial = false
  private var identified: [ByteText: Match] = [:]
  /// The value sets of items, until they are looked up.
  private var setNames: [(place: Int, name: String)] = []

  /// What has a `linkId`.
  enum Match {
    case none
    case item(Int)
    case several
  }

  /// Reads the questionnaire at `index`.
  ///
  /// - Parameter valueSet: the value set that a question names.
  init(_ tape: Tape, _ index: TapeIndex, _ form: QuestionForm, valueSet: (String) -> AnswerSet?) {
    read(tape, in: index, form, parent: nil)
    // Many questions have the same set.
    var sets: [ByteText: AnswerSet?] = [:]
    for (place, name) in setNames {
      let set = sets[name.byBytes] ?? valueSet(name)
      sets[name.byBytes] = .some(set)
      items[place].valueSet = set
    }
    setNames = []
  }

  /// How many items there are.
  var count: Int { items.count }

  subscript(item: Int) -> AskedItem { items[item] }

  /// The item with a `linkId`.
  func item(with linkID: ByteText) -> Match { identified[linkID] ?? .none }

  /// The items directly in an item, or in none.
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
        } else if identified.updateValue(.item(id), forKey: item.linkID) != nil {
          identified[item.linkID] = .several
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
    var item = AskedItem(
      linkID: (text("linkId") ?? "").byBytes, typeName: type, type: form.types[type], parent: parent)
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
    }
    item.enablement = enablement(tape, index)
    return item
  }

  private func enablement(_ tape: Tape, _ index: TapeIndex) -> AskedItem.Enablement {
    for name: StaticString in ["extension", "modifierExtension"] {
      guard let extensions = tape.member(name, of: index) else { continue }
      for (item, _) in tape.objects(of: extensions) {
        let url = tape.member("url", of: item).flatMap(tape.primitive) ?? ""
        if url.byBytes.contains("enableWhen") { return .unknown }
      }
    }
    guard let all = tape.member("enableWhen", of: index) else { return .always }
    let conditions = tape.objects(of: all).map { condition, _ in
      let question = tape.member("question", of: condition).flatMap(tape.primitive)
      let relation = tape.member("operator", of: condition).flatMap(tape.primitive)
      let answer = tape.choiceOfAnswer(of: condition)
      return EnableCondition(question, relation, answer)
    }
    guard !conditions.contains(where: { $0 == nil }), !conditions.isEmpty else { return .unknown }
    let behaviour = tape.member("enableBehavior", of: index).flatMap(tape.primitive)
    return .when(conditions.compactMap { $0 }, all: behaviour == "all" ? true : behaviour == "any" ? false : nil)
  }
}

extension EnableCondition {
  /// A condition as read; `nil` if a part is missing.
  fileprivate init?(_ question: String?, _ relation: String?, _ answer: AnswerValue?) {
    guard let question, let relation = relation.flatMap(Relation.init), let answer else { return nil }
    self.init(question: question.byBytes, relation: relation, answer: answer)
  }
}

extension Tape {
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
  /// The most characters of an answer; `nil` for any number.
  var maximumLength: Int?
  /// The permitted answers; none if any answer is permitted.
  var options: [AnswerValue] = []
  /// The same, to find an answer without comparing it with all.
  var optionSet: Set<AnswerValue> = []
  /// Whether the permitted answers are those of a value set.
  var hasValueSet = false
  /// That value set, `nil` if it is not available.
  var valueSet: AnswerSet?
  /// When the item may be answered.
  var enablement = Enablement.always
  /// The items within it.
  var children: [Int] = []

  /// The `linkId` for messages.
  var name: String { "'\(linkID.string.clipped)'" }

  /// When an item may be answered.
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

  /// Whether these answers meet the condition; `nil` if that cannot be told.
  func isMet(by answers: [AnswerValue]) -> Bool? {
    switch relation {
    case .exists:
      return answers.isEmpty == (answer.text == "false")
    case .unequal:
      // The specification does not say what holds for no answer, and for several.
      return answers.count == 1 ? answers[0].isEqual(to: answer).map { !$0 } : nil
    case .equal: return any(of: answers) { $0.isEqual(to: answer) }
    case .greater: return any(of: answers) { $0.order(to: answer).map { $0 > 0 } }
    case .less: return any(of: answers) { $0.order(to: answer).map { $0 < 0 } }
    case .atLeast: return any(of: answers) { $0.order(to: answer).map { $0 >= 0 } }
    case .atMost: return any(of: answers) { $0.order(to: answer).map { $0 <= 0 } }
    }
  }

  private func any(of answers: [AnswerValue], _ isMet: (AnswerValue) -> Bool?) -> Bool? {
    let verdicts = answers.map(isMet)
    if verdicts.contains(true) { return true }
    return verdicts.contains(nil) ? nil : false
  }
}

extension AskedItem.Enablement {
  /// Whether the item may be answered; `nil` if that cannot be told.
  ///
  /// - Parameter answers: the answers to the question of a condition, `nil` if they cannot be told.
  func isEnabled(_ answers: (ByteText) -> [AnswerValue]?) -> Bool? {
    switch self {
    case .always: return true
    case .unknown: return nil
    case .when(let conditions, let all):
      let verdicts = conditions.map { condition in answers(condition.question).flatMap(condition.isMet) }
      let isAny = verdicts.contains(true) ? true : verdicts.contains(nil) ? nil : false
      let isAll = verdicts.contains(false) ? false : verdicts.contains(nil) ? nil : true
      return switch all {
      case true?: isAll
      case false?: isAny
      case nil: isAny == isAll ? isAll : nil
      }
    }
  }
}
