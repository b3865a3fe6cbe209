import FHIRPrimitives
package import FHIRSchema
import FHIRSupport
import FHIRTerminology
package import FHIRTape
import UCUM

/// The relation of a code to a value set; greater values are closer to membership.
enum CodeStanding: Int {
  case noCode
  /// The set has no codes of its system.
  case elsewhere
  /// The set has other codes of its system.
  case stranger
  /// The content of the set, or of a code system, is unknown.
  case unknown
  /// The set has all codes of its system, and nothing tells whether this is one.
  case unchecked
  case member
}

/// The codes of a value set, as far as they are available.
package final class ExpandedValueSet: Sendable {
  private let draft: ValueSetDraft
  /// The codes in small letters, of the systems whose codes are the same in capital and small letters, or may be.
  private let smallCodes: [ByteText: Set<ByteText>]
  /// The systems of which nothing tells that.
  private let systemsOfUnknownCase: Set<ByteText>
  /// Those of the whole systems whose codes no other rule judges.
  private let uncheckedSystems: Set<ByteText>
  /// Whether the set has codes whose systems are unknown.
  private var isOpen: Bool { draft.isOpen || draft.isCut }
  private var mayHaveMore: Bool { isOpen || draft.systems.values.contains { $0.isWhole || $0.isUnknown } }
  var isCut: Bool { draft.isCut }
  /// The versions with which alone the set names systems: of the codes that it lists, and with `nil` of others.
  private let versions: [ByteText: [ByteText?: Set<String?>]]
  var names: Set<ByteText> { draft.names }
  /// Sets that have all its codes and perhaps more.
  private let bounds: [ExpandedValueSet]
  private let form: CodeForm?

  convenience init(_ form: CodeForm) {
    self.init(ValueSetDraft(isOpen: form.isOpen), form, ignoresCase: { _ in nil }, isJudged: { _ in false })
  }

  init(
    _ draft: ValueSetDraft, _ form: CodeForm? = nil, ignoresCase: (ByteText) -> Bool?, isJudged: (ByteText) -> Bool
  ) {
    var own = draft
    own.bounds = []
    (self.draft, self.form) = (own, form)
    let isExact = !draft.isOpen && !draft.isCut && !draft.systems.values.contains(where: \.isUnknown)
    bounds = isExact ? [] : draft.bounds.map { ExpandedValueSet($0, ignoresCase: ignoresCase, isJudged: isJudged) }
    smallCodes = draft.systems.compactMapValues(\.codes).filter { ignoresCase($0.key) != false }.mapValues { codes in
      Set(codes.map { $0.string.lowercased().byBytes })
    }
    systemsOfUnknownCase = Set(smallCodes.keys.filter { ignoresCase($0) == nil })
    uncheckedSystems = Set(draft.systems.filter { $1.isWhole && !isJudged($0) }.keys)
    versions = draft.versions.filter { $0.value[nil]?.contains(nil) != true }
  }

  /// The relation to the set, which has no versions but those that it names, of a code with a system, or of type code.
  func standing(system: String?, version: String? = nil, code: String) -> CodeStanding {
    let standing = standing(of: code, system: system, version: version)
    guard let version, let named = system.flatMap({ versions[$0.byBytes] }), !isOpen,
      standing.rawValue >= CodeStanding.unknown.rawValue
    else { return standing }
    let own = (named[code.byBytes] ?? []).union(named[nil] ?? []).compactMap(\.self)
    let isMeant = own.isEmpty || own.contains { $0.namesVersion(version) || version.namesVersion($0) }
    return isMeant ? standing : .stranger
  }

  var namesVersions: Bool { !versions.isEmpty }
  func namesVersion(of system: String) -> Bool { versions[system.byBytes] != nil }

  /// Whether the set names a version of a system, and no other rule judges which codes the system has.
  func decidesVersion(of system: String) -> Bool {
    let name = system.byBytes
    return versions[name] != nil && (draft.systems[name]?.isWhole != true || uncheckedSystems.contains(name))
  }

  /// Whether its codes of a system are those of the version that is meant without one.
  func follows(_ system: String) -> Bool { draft.followedSystems.contains(system.byBytes) }

  private func standing(of code: String, system: String?, version: String?) -> CodeStanding {
    if let form {
      if let system, !system.utf8.elementsEqual(form.system.utf8) { return form.isOpen ? .unknown : .elsewhere }
      var code = code
      let holds = code.withUTF8 { bytes in bytes.baseAddress.map { form.holds($0, bytes.count) } ?? false }
      return holds ? .member : .stranger
    }
    let code = code.byBytes
    guard let system else {
      if draft.systems.values.contains(where: { $0.codes?.contains(code) ?? false }) { return .member }
      let standings =
        draft.systems.values.compactMap { $0.selected?.standing(code.string, version: nil) }
        + smallCodes.keys.compactMap { like(code, of: $0) }
      if standings.contains(.member) { return .member }
      return mayHaveMore || standings.contains(.unknown) ? .unknown : .stranger
    }
    let name = system.byBytes
    let own = draft.systems[name] ?? SystemCodes()
    if own.codes?.contains(code) ?? false { return .member }
    if let like = like(code, of: name) { return like }
    let found = own.selected?.standing(code.string, version: version)
    if found == .member { return .member }
    if own.isWhole { return uncheckedSystems.contains(name) ? .unchecked : .member }
    if isOpen || own.isUnknown {
      let upper = bounds.lazy.map { $0.standing(of: code.string, system: system, version: version) }
      return upper.first { $0.rawValue < CodeStanding.unknown.rawValue } ?? .unknown
    }
    return found ?? (own.codes == nil ? .elsewhere : .stranger)
  }

  /// Whether it has all codes of another set; `nil` where that cannot be told.
  func includes(_ other: ExpandedValueSet) -> Bool? {
    var isSure = other.form == nil && !other.isOpen && (versions.isEmpty || versions == other.versions)
    for (system, part) in other.draft.systems {
      let isListed = part.selected == nil && !part.isWhole && !part.isUnknown
      if !isListed, draft.systems[system]?.isWhole != true { isSure = false }
      for code in part.codes ?? [] {
        switch standing(system: system.string, code: code.string) {
        case .member, .unchecked: break
        case .unknown: isSure = false
        case .noCode, .elsewhere, .stranger: return false
        }
      }
    }
    return isSure ? true : nil
  }

  /// The relation of a code that differs only in its case from one of the set, `nil` for any other.
  private func like(_ code: ByteText, of system: ByteText) -> CodeStanding? {
    guard let small = smallCodes[system], small.contains(code.string.lowercased().byBytes) else { return nil }
    return systemsOfUnknownCase.contains(system) ? .unknown : .member
  }
}

/// What a value set has of the codes of one system.
struct SystemCodes: Sendable {
  /// Those that it lists; `nil` if it lists none.
  var codes: Set<ByteText>?
  var selected: SelectedCodes?
  /// Whether all are in the set but not, or not all, available: any code of the system counts as a member.
  var isWhole = false
  /// Whether some are in the set, but not available.
  var isUnknown = false

  fileprivate var isNothing: Bool { codes == nil && selected == nil && !isWhole && !isUnknown }

  fileprivate var doubted: SystemCodes { SystemCodes(isUnknown: !isNothing) }
  mutating func insert(_ more: Set<ByteText>) { codes = codes?.union(more) ?? more }

  fileprivate mutating func formUnion(_ other: SystemCodes) {
    if let more = other.codes { insert(more) }
    isWhole = isWhole || other.isWhole
    isUnknown = isUnknown || other.isUnknown
    if selected == nil { return selected = other.selected }
    guard let more = other.selected, selected?.combine(more, { $0.formUnion($1) }) == false else { return }
    if let all = more.codes { insert(all) } else { isUnknown = true }
  }

  fileprivate func intersection(_ other: SystemCodes) -> SystemCodes {
    var result = SystemCodes(isWhole: isWhole && other.isWhole, isUnknown: isUnknown || other.isUnknown)
    if let codes { result.codes = other.isWhole ? codes : other.codes.map(codes.intersection) }
    for (listed, part) in [(codes, other.selected), (other.codes, selected)] {
      guard let listed, let (sure, unknown) = part?.selected(of: listed) else { continue }
      result.insert(sure)
      if !unknown.isEmpty { result.isUnknown = true }
    }
    if other.isWhole { result.selected = selected }
    if var both = selected, let more = other.selected {
      if both.combine(more, { $0.formIntersection($1) }) { result.selected = both } else { result.isUnknown = true }
    }
    if isWhole {
      result.codes = other.codes ?? result.codes
      result.selected = other.selected ?? result.selected
    }
    return result
  }

  /// - Returns: the listed ones that are not surely left out.
  fileprivate mutating func subtract(_ other: SystemCodes) -> Set<ByteText>? {
    if let excluded = other.codes {
      codes?.subtract(excluded)
      selected?.subtract(excluded)
      if isWhole { (isWhole, isUnknown) = (false, true) }
    }
    var possible: Set<ByteText>?
    if let excluded = other.selected {
      if let own = codes {
        let (sure, unknown) = excluded.selected(of: own)
        possible = own.subtracting(sure)
        codes = own.subtracting(sure).subtracting(unknown)
        if !unknown.isEmpty { isUnknown = true }
      }
      if isWhole || selected?.combine(excluded, { $0.subtract($1) }) == false {
        (selected, isWhole, isUnknown) = (nil, false, true)
      }
    }
    if other.isWhole { (codes, selected, isWhole) = (nil, nil, false) }
    // The unavailable codes to exclude may be any of its codes.
    if other.isUnknown { self = doubted }
    return possible
  }
}

struct ValueSetDraft: Sendable {
  var systems: [ByteText: SystemCodes] = [:]
  /// Drafts that have all its codes and perhaps more, themselves without such ones.
  var bounds: [ValueSetDraft] = []
  /// The systems from whose definitions parts take codes without naming a version.
  var followedSystems: Set<ByteText> = []
  var isOpen = false
  var isCut = false
  var names: Set<ByteText> = []
  /// The versions with which parts name their systems, `nil` for none, by the codes that they list, and `nil` for others.
  var versions: [ByteText: [ByteText?: Set<String?>]] = [:]

  var count: Int { systems.values.reduce(0) { $0 + ($1.codes?.count ?? 0) } }

  /// A code with one of its names, whose case and white space do not matter.
  static func name(_ system: String, _ code: String, _ text: String) -> ByteText {
    "\(system)|\(code)|\(PackedSystem.folded(text))".byBytes
  }

  /// Adds a code to a draft that only lists codes.
  mutating func insert(_ code: ByteText, system: ByteText) {
    systems[system, default: SystemCodes(codes: [])].codes?.insert(code)
  }

  private var isEmpty: Bool { systems.values.allSatisfy(\.isNothing) && !isOpen && !isCut }

  /// Keeps that it has no codes that another draft lacks.
  mutating func limit(by other: ValueSetDraft) {
    var plain = other
    plain.bounds = []
    // A few are enough; sets that include one another could have any number.
    bounds = Array((bounds + other.bounds + [plain]).suffix(8))
  }

  /// Keeps that of another draft in place of all that it has.
  mutating func limit(onlyBy other: ValueSetDraft) {
    bounds = []
    limit(by: other)
  }

  mutating func formUnion(_ other: ValueSetDraft) {
    bounds = isEmpty ? other.bounds : other.isEmpty ? bounds : []
    for (system, codes) in other.systems { systems[system, default: SystemCodes()].formUnion(codes) }
    merge(other)
  }

  mutating func formIntersection(_ other: ValueSetDraft) {
    limit(onlyBy: self)
    limit(by: other)
    for system in Set(systems.keys).union(other.systems.keys) {
      let (codes, others) = (systems[system] ?? SystemCodes(), other.systems[system] ?? SystemCodes())
      systems[system] = codes.intersection(others)
    }
    merge(other)
  }

  /// Takes over all but the codes and the bounds of another draft.
  private mutating func merge(_ other: ValueSetDraft) {
    followedSystems.formUnion(other.followedSystems)
    isOpen = isOpen || other.isOpen
    isCut = isCut || other.isCut
    names.formUnion(other.names)
    versions.merge(other.versions) { $0.merging($1) { $0.union($1) } }
  }

  /// Leaves open which of its codes are in it.
  mutating func doubt() {
    limit(onlyBy: self)
    systems = systems.mapValues(\.doubted)
  }

  mutating func leaveOutRetired(_ activity: (_ system: ByteText) -> (_ code: ByteText) -> Bool) {
    for (system, var own) in systems {
      own.codes = own.codes?.filter(activity(system))
      if own.selected?.leaveOutRetired() == false { (own.selected, own.isUnknown) = (nil, true) }
      systems[system] = own
    }
  }

  mutating func subtract(_ other: ValueSetDraft) {
    var before = self
    // What was not in it before, or is surely left out, is not in it afterwards.
    defer {
      let isVaguer = systems.contains { $1.isUnknown && before.systems[$0]?.isUnknown != true }
      if isVaguer { limit(onlyBy: before) }
    }
    followedSystems.formUnion(other.followedSystems)
    if other.isOpen || other.isCut {
      isCut = isCut || other.isCut
      return doubt()
    }
    for (system, excluded) in other.systems {
      if let possible = systems[system]?.subtract(excluded) { before.systems[system]?.codes = possible }
    }
  }
}

extension ExpandedValueSet {
  /// Whether the set has a code of a system, both empty for none; `nil` if that is unknown.
  package func holds(system: String, code: String) -> Bool? {
    if system.isEmpty || code.isEmpty {
      // A set has codes of systems: either alone is in none.
      return mayHaveMore ? nil : false
    }
    if draft.systems[system.byBytes]?.isWhole == true { return nil }
    switch standing(system: system, code: code) {
    case .member: return true
    case .unknown, .unchecked, .noCode: return nil
    case .elsewhere, .stranger: return false
    }
  }
}

extension ReleaseProfiles {
  /// The value set that a questionnaire of a package means by a url; `nil` if there is none.
  package func answerSet(_ url: String, in package: Int) -> ExpandedValueSet? {
    terminology.valueSet(Canonical(url, in: package))
  }

  /// A value set that the questionnaire with a url contains.
  package func answerSet(
    contained index: TapeIndex, of tape: Tape, in package: Int, by url: String = ""
  ) -> ExpandedValueSet {
    var facts = ValueSetFacts(DefinitionNode(tape, index), url: url)
    facts.package = package
    return terminology.valueSet(contained: facts)
  }
}

extension CodeForm {
  package func holds(_ code: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let code = UnsafeBufferPointer(start: code, count: count)
    let isOfForm =
      switch grammar {
      case .languageTag: LanguageTagGrammar.accepts(code)
      case .mediaType: MediaTypeGrammar.accepts(code)
      case .unit: (try? UCUMUnit(code)) != nil
      case .any: true
      }
    return isOfForm || besides.contains { $0.utf8.elementsEqual(code) }
  }

  package var expectation: String {
    switch grammar {
    case .languageTag: "a language tag such as 'en-US'"
    case .unit: "a unit of UCUM such as 'mg'"
    case .any: "a code of '\(system)'"
    case .mediaType: (["a media type such as 'application/pdf'"] + besides.map { "'\($0)'" }).joined(separator: " or ")
    }
  }
}
