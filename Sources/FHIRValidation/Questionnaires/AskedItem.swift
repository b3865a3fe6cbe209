import FHIRProfiles
import FHIRSchema
import FHIRSupport

/// The place of an item among those of its questionnaire, in their order.
struct AskedItemID: Hashable, Comparable {
  let place: Int

  static func < (a: AskedItemID, b: AskedItemID) -> Bool { a.place < b.place }
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
  let parent: AskedItemID?
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
  var children: [AskedItemID] = []

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
