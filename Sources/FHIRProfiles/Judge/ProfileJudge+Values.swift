import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRTape
import FHIRTerminology

extension ProfileJudge {
  mutating func check(_ assertion: ValueAssertion, of path: String, _ item: JudgedItem) {
    check(assertion.facts.fixed, isExact: true, of: path, item)
    check(assertion.facts.pattern, isExact: false, of: path, item)
    check(assertion.lowest, isLeast: true, item)
    check(assertion.highest, isLeast: false, item)
    checkLength(assertion, item)
    // Those of later releases are about what has no value.
    for url in assertion.facts.unjudged where item.value.exists != url.hasPrefix("http://hl7.org/fhir/5.0/") {
      notChecked.count(notChecked.names.gap(named: "extension \(url)", .value))
    }
  }

  func fits(_ item: JudgedItem, _ wanted: KeptValue, isExact: Bool) -> Bool {
    item.value.exists && JSONComparison(record: tape, definition: wanted.tape).fits(item.value, .root, isExact: isExact)
  }

  func excerpt(_ item: JudgedItem) -> String { !item.value.exists ? "no value" : tape.valueExcerpt(item.value) }

  func difference(of item: JudgedItem, from wanted: KeptValue, isExact: Bool) -> ValueDifference? {
    let tape = tape
    guard item.value.exists, tape.tag(item.value) == .object else { return nil }
    var finder = DifferenceFinder(JSONComparison(record: tape, definition: wanted.tape), isExact: isExact)
    return finder.difference(item.value, .root).part
  }

  /// Reports the part of a value that differs from one of the profile; the subject is whose value it is, and which.
  mutating func report(
    _ rule: Rule, _ difference: ValueDifference, of item: JudgedItem, from wanted: KeptValue, subject: String
  ) {
    atEnd(of: difference.way, from: item) { judge, part in
      let found = judge.excerpt(part)
      let message =
        switch difference.kind {
        case .other(let value): "expected \(wanted.tape.excerpt(value)), found \(found)"
        case .lacking(let key):
          "expected '\(wanted.tape.string(key))' with \(wanted.tape.excerpt(key.value)), found \(found)"
        case .extra: "expected no value, found \(found)"
        case .several: "expected another value, found \(found)"
        }
      judge.report(rule, at: part.range(judge.tape), message, subject: subject)
    }
  }

  /// Passes the value at the end of a way to `body`, with its path; an object before it if the release lacks a member.
  mutating func atEnd(
    of way: [JudgedItem], from item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Void
  ) {
    let depth = work.steps.count
    var part = item
    for step in way {
      guard let next = value(step, of: part) else { break }
      work.steps.append(profiles.step(next))
      part = next
    }
    body(&self, part)
    work.steps.removeSubrange(depth...)
  }

  private func value(_ step: JudgedItem, of item: JudgedItem) -> JudgedItem? {
    let (tape, rows) = (tape, rows)
    guard item.type.exists else { return nil }
    let (member, isSibling) = rows.member(step.key, of: item.type, tape)
    guard member >= 0, !isSibling else { return nil }
    var found = step
    (found.member, found.type) = (member, rows.type(of: step.value, member: member, tape))
    return found
  }

  func step(to name: StaticString, of object: TapeIndex) -> JudgedItem? {
    let tape = tape
    guard let value = tape.member(name, of: object) else { return nil }
    return tape.keys(of: object).first { $0.value == value }.map { JudgedItem(value: value, key: $0, owner: object) }
  }

  /// Judges the codes of a value by the binding of the element with a path in the profile.
  mutating func check(_ binding: ProfileBinding, of path: String, _ item: JudgedItem) {
    // An extension may replace the value, and a binding of a choice is about those of its types that have codes.
    guard item.value.exists, profiles.isBindable(item.type) else { return }
    // Some guides bind the extension but mean its value; the extension's own definition has the same binding.
    if item.type == profiles.roles.extension { return }
    settle(item, in: binding.valueSet)
    let severity = binding.isRequired ? binding.severity : nil
    judge(standing(of: item, in: binding), of: item, in: binding.valueSet, severity, path)
    guard let maximum = binding.maximum else { return }
    judge(standing(of: item, in: maximum), of: item, in: maximum, binding.severity, path)
  }

  /// - Parameter severity: `nil` for a value set that a binding may extend.
  private mutating func judge(
    _ standing: CodeStanding, of item: JudgedItem, in valueSet: Canonical, _ severity: Severity?, _ path: String
  ) {
    switch standing {
    case .member: break
    case .noCode: if severity != nil, lacksCode(item) { reportCode(item, valueSet, severity, path) }
    // An extensible binding allows codes of other systems if its own lack the concept; only a person can decide that.
    case .elsewhere where severity == nil, .unknown, .unchecked: notChecked.count(gap(ofValueSet: valueSet))
    case .elsewhere, .stranger: reportCode(item, valueSet, severity, path)
    }
  }

  /// Whether a value has no code, and no extensions in place of all its content.
  private func lacksCode(_ item: JudgedItem) -> Bool {
    let tape = tape
    guard item.type.exists, tape.tag(item.value) == .object else { return true }
    let keys = tape.keys(of: item.value)
    return !keys.contains { tape.isKey($0, "extension") }
      || keys.contains { !tape.isKey($0, "extension") && !tape.isKey($0, "id") }
  }

  /// Notes the codes that a value set decides by a version of their system, and the displays that it has for its codes.
  private mutating func settle(_ item: JudgedItem, in name: Canonical) {
    let library = profiles.library
    guard !silence.isOn, library.givesSystems || !library.packs.isEmpty, tape.tag(item.value) == .object,
      let set = profiles.terminology.valueSet(name), set.namesVersions || !set.names.isEmpty
    else { return }
    for coding in tape.items(of: tape.member("coding", of: item.value) ?? item.value) {
      let node = DefinitionNode(tape, coding)
      guard let system = node["system"]?.string, let code = node["code"] else { continue }
      var settled: [TapeIndex] = []
      if set.decidesVersion(of: system), standing(ofCoding: coding, set, name).rawValue >= CodeStanding.unknown.rawValue
      {
        settled.append(code.index)
      }
      if !library.packs.isEmpty, let code = code.string, let display = node["display"], let text = display.string,
        set.names.contains(ValueSetDraft.name(system, code, text))
      {
        settled.append(display.index)
      }
      if !settled.isEmpty { work.rest(on: .surroundings) }
      settledCodes += settled
    }
  }

  /// What a value waits for of which it cannot be told whether its codes are in a value set.
  func gap(ofValueSet url: Canonical) -> Gap { notChecked.names.gap(ofValueSet: url, profiles.terminology) }

  /// Reports the code that is not in a value set, or a value without one; an extensible binding has no severity.
  private mutating func reportCode(_ item: JudgedItem, _ valueSet: Canonical, _ severity: Severity?, _ path: String) {
    let way = silence.isOn ? [] : wayToMisfit(in: item, valueSet)
    let owner = severity != nil ? path : "\(path) in the profile \(profile.url)"
    let subject = way.isEmpty ? nil : "the binding is that of \(owner)"
    atEnd(of: way, from: item) { judge, part in judge.reportOutside(valueSet.url, part, severity, subject: subject) }
  }

  /// The way to the code that is not in a value set, or to its system if that is wrong; of several the closest one.
  private mutating func wayToMisfit(in item: JudgedItem, _ valueSet: Canonical) -> [JudgedItem] {
    guard tape.tag(item.value) == .object, let set = profiles.terminology.valueSet(valueSet) else { return [] }
    guard let list = step(to: "coding", of: item.value) else {
      return wayToMisfit(inCoding: item.value, set, valueSet).way
    }
    var (best, rank) = ([] as [JudgedItem], -1)
    var coding = list
    coding.position = tape.tag(list.value) == .array ? 0 : -1
    for value in tape.items(of: list.value) {
      guard work.spend(1) else { break }
      coding.value = value
      let found = wayToMisfit(inCoding: value, set, valueSet)
      if found.rank > rank { (best, rank) = ([coding] + found.way, found.rank) }
      coding.position += 1
    }
    return best
  }

  /// The way from a coding to its code or its system, and how close it is to a code of the set.
  private func wayToMisfit(
    inCoding object: TapeIndex, _ set: ExpandedValueSet, _ name: Canonical
  ) -> (way: [JudgedItem], rank: Int) {
    let tape = tape
    guard tape.tag(object) == .object, let code = step(to: "code", of: object),
      let text = tape.text(code.value)
    else { return ([], 0) }
    let system = step(to: "system", of: object)
    if standing(ofCoding: object, set, name) != .elsewhere { return ([code], 3) }
    // No code of the system is in the set; but this code may be, in another system.
    let other = set.standing(system: nil, code: text)
    return other == .stranger ? ([code], 1) : ([system ?? code], other == .member ? 2 : 1)
  }

  /// The relation of a code, a Coding, a quantity or a CodeableConcept to the value set of a binding.
  mutating func standing(of item: JudgedItem, in binding: ProfileBinding) -> CodeStanding {
    guard item.value.exists else { return .noCode }
    let number = remembered(codeRange(of: item.value), ObjectIdentifier(binding)) { judge in
      UInt64(judge.standing(of: item, in: binding.valueSet).rawValue)
    }
    return CodeStanding(rawValue: Int(number)) ?? .unknown
  }

  /// The bytes that a value's relation to a value set depends on: around the code, since amounts differ among records.
  private func codeRange(of value: TapeIndex) -> Range<Int> {
    let (tape, all) = (tape, tape.range(value))
    guard tape.tag(value) == .object, tape.member("coding", of: value) == nil else { return all }
    var range: Range<Int>?
    for key in tape.keys(of: value) where ["system", "version", "code"].contains(where: { tape.isKey(key, $0) }) {
      range = (range?.lowerBound ?? tape.range(key).lowerBound)..<tape.range(key.value).upperBound
    }
    return range ?? all
  }

  private mutating func standing(of item: JudgedItem, in valueSet: Canonical) -> CodeStanding {
    guard item.value.exists else { return .noCode }
    let set = profiles.terminology.valueSet(valueSet)
    guard tape.tag(item.value) == .object else {
      guard let set else { return .unknown }
      return tape.text(item.value).map { set.standing(system: nil, code: $0) } ?? .noCode
    }
    guard let codings = tape.member("coding", of: item.value) else {
      return standing(ofCoding: item.value, set, valueSet)
    }
    var best = CodeStanding.noCode
    for coding in tape.items(of: codings) {
      guard work.spend(1) else { break }
      let found = standing(ofCoding: coding, set, valueSet)
      if found == .member { return found }
      if found.rawValue > best.rawValue { best = found }
    }
    return best
  }

  /// - Parameter set: `nil` for one that is not there. That, too, has codes, each of a system.
  private func standing(ofCoding object: TapeIndex, _ set: ExpandedValueSet?, _ name: Canonical) -> CodeStanding {
    let (tape, terminology) = (tape, profiles.terminology)
    guard tape.tag(object) == .object, let code = tape.text("code", of: object) else { return .noCode }
    if tape.member("system", of: object) == nil, profiles.schema.facts.demandsCodingSystem { return .elsewhere }
    guard let set else { return .unknown }
    return terminology.standing(
      name, set, system: tape.text("system", of: object) ?? "", version: tape.text("version", of: object), code: code)
  }

  /// - Parameter extension: `%extension`, for a constraint on the element that holds it.
  mutating func isMet(_ constraint: ProfileConstraint, _ item: JudgedItem, extension: JudgedItem? = nil) -> Answer {
    if item.value.exists, let form = constraint.form(for: item.type) {
      switch form.verdict(on: item.value, in: tape) {
      case .yes: return .yes
      case .no, .empty: return .no
      case .open: break
      }
    }
    definitions.begin(tape, around, work, in: constraint.package)
    let answer = holds(constraint, item, `extension`)
    var runs = 1
    while let reason = definitions.reason, definitions.assumeNext() {
      runs += 1
      if runs > ExpressionDefinitions.mostAssumptions || holds(constraint, item, `extension`) != answer {
        return .open(reason)
      }
    }
    return answer
  }

  /// Whether a constraint holds, with the assumptions about what is not available.
  private mutating func holds(_ constraint: ProfileConstraint, _ item: JudgedItem, _ variable: JudgedItem?) -> Answer {
    guard work.spend(20) else { return .open(.work) }
    let left = definitions.left
    defer {
      _ = work.spend(evaluator.spentSteps() / 2)
      _ = work.spend(left - definitions.left)
    }
    do {
      let found = try evaluator.evaluateBoolean(
        constraint.expression, over: tape, at: item.node, resource: around.resource.node, root: around.container.node,
        scope: around.scope, variable: variable?.node)
      return Answer(found ?? false)
    } catch {
      constraint.note(error)
      switch error.code {
      case .target: return .open(.target)
      case .evaluation: return .open(notChecked.names.gap(named: profile.gapName, .definition))
      default: return .open(.constraint)
      }
    }
  }

  /// Whether an element is among those that some expressions give; `nil` if that is open, as for values, no elements.
  mutating func isAmong(_ paths: [FHIRPathExpression], _ item: JudgedItem) -> Bool? {
    if paths.isEmpty { return false }
    let start = tape.range(item.value.exists ? item.value : item.sibling).lowerBound
    var isDecided = true
    for path in paths {
      guard work.spend(20) else { return nil }
      definitions.begin(tape, around, work, in: profile.package)
      let found = try? evaluator.evaluate(path, over: tape, at: around.resource.value, scope: around.scope)
      _ = work.spend(evaluator.spentSteps() / 2)
      guard let found, definitions.reason == nil, found.allSatisfy({ $0.range != nil }) else {
        isDecided = false
        continue
      }
      if found.contains(where: { $0.range?.lowerBound == start }) { return true }
    }
    return isDecided ? false : nil
  }
}

extension GapNames {
  func gap(ofValueSet url: Canonical, _ terminology: Terminology) -> Gap {
    if let set = terminology.valueSet(url), set.isCut { return .expansion }
    return gap(named: "value set \(url)", .terminology)
  }
}
