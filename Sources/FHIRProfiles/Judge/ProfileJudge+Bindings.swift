import FHIRDiagnostics
import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Judges the codes of a value by the binding of an element.
  ///
  /// - Parameter path: the element's path in the profile, with slices.
  mutating func check(_ binding: ProfileBinding, of path: String, _ item: JudgedItem) {
    // An extension may replace the value.
    guard item.value.exists else { return }
    // Some guides bind the extension but mean its value; the extension's own definition has the same binding.
    if item.type == profiles.roles.extension { return }
    switch standing(of: item, in: binding) {
    case .member: break
    case .unknown: notChecked.count(gap(ofValueSet: binding.valueSet))
    case .noCode: if binding.isRequired { reportCode(item, binding.valueSet, binding.severity, path) }
    case .stranger: reportCode(item, binding.valueSet, binding.isRequired ? binding.severity : nil, path)
    case .elsewhere:
      // An extensible binding allows codes of other systems if its own lack the concept; only a person can decide that.
      if binding.isRequired {
        reportCode(item, binding.valueSet, binding.severity, path)
      } else {
        notChecked.count(gap(ofValueSet: binding.valueSet))
      }
    }
    guard let maximum = binding.maximum else { return }
    switch standing(of: item, in: maximum) {
    case .member: break
    case .unknown: notChecked.count(gap(ofValueSet: maximum))
    case .noCode, .stranger, .elsewhere: reportCode(item, maximum, binding.severity, path)
    }
  }

  /// What a value waits for of which it cannot be told whether its codes are in a value set.
  func gap(ofValueSet url: String) -> Gap { notChecked.names.gap(ofValueSet: url, profiles.terminology) }

  /// Reports the code because of which a value is not in a value set, or the value if there is no code.
  ///
  /// - Parameter severity: `nil` for an extensible binding.
  private mutating func reportCode(_ item: JudgedItem, _ valueSet: String, _ severity: Severity?, _ path: String) {
    let way = silence.isOn ? [] : wayToMisfit(in: item, valueSet)
    let owner = severity != nil ? path : "\(path) in the profile \(profile.url)"
    let subject = way.isEmpty ? nil : "the binding is that of \(owner)"
    atEnd(of: way, from: item) { judge, part in
      if let severity {
        judge.reportOutside(valueSet, part, severity, subject: subject)
      } else {
        judge.reportOutsideExtensible(valueSet, part, subject: subject)
      }
    }
  }

  /// The way to the code that is not in a value set, or to its system if the set has the code in another system. Of
  /// several codings the closest one counts, and of these the first.
  private mutating func wayToMisfit(in item: JudgedItem, _ valueSet: String) -> [ValueDifference.Step] {
    guard tape.tag(item.value) == .object, let set = profiles.terminology.valueSet(valueSet) else { return [] }
    guard let list = step(to: "coding", of: item.value) else {
      return wayToMisfit(inCoding: item.value, set).way
    }
    var (best, rank) = ([] as [ValueDifference.Step], -1)
    var codings = ArrayCursor(tape, list.value)
    var coding = ValueDifference.Step(
      owner: list.owner, key: list.key, value: codings.item, position: tape.tag(list.value) == .array ? 0 : -1)
    while codings.item.exists, work.spend(1) {
      coding.value = codings.item
      let found = wayToMisfit(inCoding: codings.item, set)
      if found.rank > rank { (best, rank) = ([coding] + found.way, found.rank) }
      codings.advance(tape)
      coding.position += 1
    }
    return best
  }

  /// The way from a coding to its code or its system, and how close it is to a code of the set.
  private func wayToMisfit(
    inCoding object: TapeIndex, _ set: ExpandedValueSet
  ) -> (way: [ValueDifference.Step], rank: Int) {
    guard tape.tag(object) == .object, let code = step(to: "code", of: object),
      let text = DefinitionNode(tape, code.value).string
    else { return ([], 0) }
    let system = step(to: "system", of: object)
    if standing(ofCoding: object, set) != .elsewhere { return ([code], 3) }
    // No code of the system is in the set; but this code may be, in another system.
    let other = set.standing(system: nil, code: text)
    return other == .stranger ? ([code], 1) : ([system ?? code], other == .member ? 2 : 1)
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
    let coding = DefinitionNode(tape, object)
    guard tape.tag(object) == .object, let code = coding["code"]?.string else { return .noCode }
    return set.standing(system: coding["system"]?.string ?? "", version: coding["version"]?.string, code: code)
  }
}

extension GapNames {
  /// What an answer waits for that a value set leaves open.
  func gap(ofValueSet url: String, _ terminology: Terminology) -> Gap {
    if let set = terminology.valueSet(url), set.isCut { return .expansion }
    return gap(named: "value set \(url)", .terminology)
  }
}
