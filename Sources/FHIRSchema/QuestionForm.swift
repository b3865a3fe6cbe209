/// How a release writes questionnaires and the responses to them.
///
/// ```text
/// question-items group group              a member that holds items, and their type if they state none
/// question-options option valueCoding     the member with the permitted answers, and the form of an answer that they
///                                         have; without it they are objects with a `value[x]`
/// question-conditions hasAnswer           the member with which a condition asks for any answer, or for none, in a release
///                                         without operators: any of several conditions enables an item
/// question-type string valueString        a type of items, and the members that an answer may have
/// question-type choice options valueCoding              an answer is one of the options, and may have their form
/// question-type open-choice options valueCoding free:valueString          a form that no option restricts
/// question-type display                   items of this type have no answers
/// ```
package struct QuestionForm: Sendable {
  /// The name of a member, and the type of its items; `nil` if each states its own.
  package typealias Holder = (name: String, type: String?)

  package struct AnswerType: Sendable {
    /// The members of an answer, such as `valueString`.
    package fileprivate(set) var members: [String] = []
    /// Those that may have any value, whatever the options.
    package fileprivate(set) var freeMembers: [String] = []
    package fileprivate(set) var hasOptions = false

    package var isAnswered: Bool { !members.isEmpty }
  }

  package private(set) var holders: [Holder] = []
  /// The member with the permitted answers, empty for none.
  package private(set) var options = ""
  /// The form of the permitted answers; `nil` if they are objects with a `value[x]`.
  package private(set) var optionMember: String?
  /// The member of a condition that asks for any answer, or for none; empty for a release with operators.
  package private(set) var hasAnswer = ""
  package private(set) var types: [String: AnswerType] = [:]

  /// Reads a line if it is one of these; returns whether it is.
  mutating func read(_ words: SchemaLine) -> Bool {
    switch words.text(0) {
    case "question-items": holders.append((words.text(1), words.count > 2 ? words.text(2) : nil))
    case "question-options":
      options = words.text(1)
      optionMember = words.count > 2 ? words.text(2) : nil
    case "question-conditions": hasAnswer = words.text(1)
    case "question-type":
      var type = AnswerType()
      for number in 2..<words.count {
        let word = words.text(number)
        let isFree = word.hasPrefix("free:")
        let name = isFree ? String(word.dropFirst(5)) : word
        if word == "options" { type.hasOptions = true } else { type.members.append(name) }
        if isFree { type.freeMembers.append(name) }
      }
      types[words.text(1)] = type
    default: return false
    }
    return true
  }
}
