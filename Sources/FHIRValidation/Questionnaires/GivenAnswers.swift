import FHIRSchema
import FHIRTape
import FHIRSupport

/// The answers of a response, for the conditions of its questionnaire.
struct GivenAnswers {
  /// The items by their `linkId`, in the order of the response.
  private var items: [ByteText: [TapeIndex]] = [:]

  init() {}

  /// Gathers the items of the response at `index`.
  init(_ tape: Tape, _ index: TapeIndex, _ form: QuestionForm) {
    gather(tape, in: index, form)
  }

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

  /// The answers to a question; `nil` if it cannot be told which are meant, or what they are.
  ///
  /// In repeated groups a question has several items. Those count that share the most with the current item.
  ///
  /// - Parameter around: the objects around the current item, from the response inwards.
  func answers(to question: ByteText, near around: [TapeIndex], _ tape: Tape) -> [AnswerValue]? {
    guard let all = items[question] else { return [] }
    if all.count == 1 { return answers(of: all[0], tape) }
    for object in around.reversed() {
      let first = all.partitioningIndex { $0 > object }
      let end = all.partitioningIndex { $0 >= tape.next(object) }
      if end - first == 1 { return answers(of: all[first], tape) }
      if end > first { return nil }
    }
    return nil
  }

  private func answers(of item: TapeIndex, _ tape: Tape) -> [AnswerValue]? {
    guard let answers = tape.member("answer", of: item) else { return [] }
    var values: [AnswerValue] = []
    for (answer, _) in tape.objects(of: answers) {
      guard let (value, member) = tape.choiceOfValue(of: answer),
        let value = AnswerValue(tape, value, member: member)
      else { return nil }
      values.append(value)
    }
    return values
  }

  /// Whether an item, or one within it, has an answer.
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

extension [TapeIndex] {
  /// The first place at which a condition holds, in an array where it holds for a last part.
  fileprivate func partitioningIndex(where isInLastPart: (TapeIndex) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInLastPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
