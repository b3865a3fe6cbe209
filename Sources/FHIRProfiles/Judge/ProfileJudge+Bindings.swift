import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Judges the codes of a value by a binding.
  mutating func check(_ binding: ProfileBinding, _ item: JudgedItem) {
    // An extension may replace the value.
    guard item.value.exists else { return }
    // Some guides bind the extension but mean its value; the extension's own definition has the same binding.
    if item.type == profiles.roles.extension { return }
    switch standing(of: item, in: binding) {
    case .member: break
    case .unknown: notChecked.count(binding.valueSet)
    case .noCode: if binding.isRequired { reportCode(item, binding.valueSet, isRequired: true) }
    case .stranger: reportCode(item, binding.valueSet, isRequired: binding.isRequired)
    case .elsewhere:
      // An extensible binding allows codes of other systems if its own lack the concept; only a person can decide that.
      if binding.isRequired {
        reportCode(item, binding.valueSet, isRequired: true)
      } else {
        notChecked.count(binding.valueSet)
      }
    }
    guard let maximum = binding.maximum else { return }
    switch standing(of: item, in: maximum) {
    case .member: break
    case .unknown: notChecked.count(maximum)
    case .noCode, .stranger, .elsewhere: reportCode(item, maximum, isRequired: true)
    }
  }

  private mutating func reportCode(_ item: JudgedItem, _ valueSet: String, isRequired: Bool) {
    if isRequired {
      reportOutside(valueSet, item)
    } else {
      reportOutsideExtensible(valueSet, item)
    }
  }

  /// The relation of a code, a Coding, a quantity or a CodeableConcept to the value set of a binding.
  mutating func standing(of item: JudgedItem, in binding: ProfileBinding) -> CodeStanding {
    guard item.value.exists else { return .noCode }
    let number = remembered(item.value, ObjectIdentifier(binding)) { judge in
      UInt64(judge.standing(of: item, in: binding.valueSet).rawValue)
    }
    return CodeStanding(rawValue: Int(number)) ?? .unknown
  }

  /// The relation to a value set: the best relation of its codings.
  private mutating func standing(of item: JudgedItem, in valueSet: String) -> CodeStanding {
    guard item.value.exists else { return .noCode }
    guard let set = profiles.terminology.valueSet(valueSet) else { return .unknown }
    guard tape.tag(item.value) == .object else {
      return DefinitionNode(tape, item.value).string.map { set.standing(system: nil, code: $0) } ?? .noCode
    }
    guard let codings = tape.member("coding", of: item.value) else { return standing(ofCoding: item.value, set) }
    var best = CodeStanding.noCode
    var coding = ArrayCursor(tape, codings)
    while coding.item.exists, work.spend(1) {
      let found = standing(ofCoding: coding.item, set)
      if found == .member { return found }
      if found.rawValue > best.rawValue { best = found }
      coding.advance(tape)
    }
    return best
  }

  private func standing(ofCoding object: TapeIndex, _ set: ExpandedValueSet) -> CodeStanding {
    guard tape.tag(object) == .object, let code = tape.member("code", of: object),
      let text = DefinitionNode(tape, code).string
    else { return .noCode }
    let system = tape.member("system", of: object).flatMap { DefinitionNode(tape, $0).string }
    return set.standing(system: system ?? "", code: text)
  }
}
