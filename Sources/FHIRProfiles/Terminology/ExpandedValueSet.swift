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
  var isCut: Bool { draft.isCut }
  /// The versions of systems that the set names, for those that it names with versions only: those of codes that it
  /// lists, and with `nil` those of which it takes others.
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
    let isExact = draft.unknownSystems.isEmpty && !draft.isOpen && !draft.isCut
    bounds = isExact ? [] : draft.bounds.map { ExpandedValueSet($0, ignoresCase: ignoresCase, isJudged: isJudged) }
    smallCodes = draft.codes.filter { ignoresCase($0.key) != false }.mapValues { codes in
      Set(codes.map { $0.string.lowercased().byBytes })
    }
    systemsOfUnknownCase = Set(smallCodes.keys.filter { ignoresCase($0) == nil })
    uncheckedSystems = draft.wholeSystems.filter { !isJudged($0) }
    versions = draft.versions.filter { $0.value[nil]?.contains(nil) != true }
  }

  /// The relation of a code of a system to the set; a code of another version than those that the set names is not what
  /// the set has.
  func standing(system: String, version: String?, code: String) -> CodeStanding {
    let standing = standing(of: code, system: system, version: version)
    guard let version, let named = versions[system.byBytes], !isOpen, standing.rawValue >= CodeStanding.unknown.rawValue
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
    return versions[name] != nil && (!draft.wholeSystems.contains(name) || uncheckedSystems.contains(name))
  }

  /// Whether its codes of a system are those of the version that is meant without one.
  func follows(_ system: String) -> Bool { draft.followedSystems.contains(system.byBytes) }

  /// - Parameter system: `nil` for a code without one, such as that of an element of type code.
  func standing(system: String?, code: String) -> CodeStanding { standing(of: code, system: system, version: nil) }

  private func standing(of code: String, system: String?, version: String?) -> CodeStanding {
    if let form {
      if let system, !system.utf8.elementsEqual(form.system.utf8) { return form.isOpen ? .unknown : .elsewhere }
      var code = code
      let holds = code.withUTF8 { bytes in bytes.baseAddress.map { form.holds($0, bytes.count) } ?? false }
      return holds ? .member : .stranger
    }
    let code = code.byBytes
    guard let system else {
      if draft.codes.values.contains(where: { $0.contains(code) }) { return .member }
      let standings =
        draft.selected.values.map { $0.standing(code.string, version: nil) }
        + smallCodes.keys.compactMap { like(code, of: $0) }
      if standings.contains(.member) || standings.contains(.unknown) {
        return standings.contains(.member) ? .member : .unknown
      }
      return isOpen || !draft.wholeSystems.isEmpty || !draft.unknownSystems.isEmpty ? .unknown : .stranger
    }
    let name = system.byBytes
    if draft.codes[name]?.contains(code) ?? false { return .member }
    if let like = like(code, of: name) { return like }
    let found = draft.selected[name]?.standing(code.string, version: version)
    if found == .member { return .member }
    if draft.wholeSystems.contains(name) { return uncheckedSystems.contains(name) ? .unchecked : .member }
    if isOpen || draft.unknownSystems.contains(name) {
      let upper = bounds.lazy.map { $0.standing(of: code.string, system: system, version: version) }
      return upper.first { $0.rawValue < CodeStanding.unknown.rawValue } ?? .unknown
    }
    return found ?? (draft.codes[name] == nil ? .elsewhere : .stranger)
  }

  /// Whether it has all codes of another set; `nil` where that cannot be told.
  func includes(_ other: ExpandedValueSet) -> Bool? {
    let systems = other.draft.unknownSystems.union(other.draft.wholeSystems).union(other.draft.selected.keys)
    var isSure =
      other.form == nil && !other.isOpen && systems.isSubset(of: draft.wholeSystems)
      && (versions.isEmpty || versions == other.versions)
    for (system, codes) in other.draft.codes {
      for code in codes {
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

struct ValueSetDraft: Sendable {
  /// By system.
  var codes: [ByteText: Set<ByteText>] = [:]
  var selected: [ByteText: SelectedCodes] = [:]
  /// Systems whose codes are all in the set but not, or not all, available: any code of these systems counts as a
  /// member.
  var wholeSystems: Set<ByteText> = []
  /// Systems of which some codes are in the set, but not available.
  var unknownSystems: Set<ByteText> = []
  /// Drafts that have all its codes and perhaps more, themselves without such ones.
  var bounds: [ValueSetDraft] = []
  /// The systems from whose definitions parts take codes without naming a version.
  var followedSystems: Set<ByteText> = []
  var isOpen = false
  var isCut = false
  var names: Set<ByteText> = []
  /// The versions with which parts name their systems, `nil` for none, by the codes that they list, and `nil` for others.
  var versions: [ByteText: [ByteText?: Set<String?>]] = [:]

  var count: Int { codes.reduce(0) { $0 + $1.value.count } }

  /// A code with one of its names, whose case and white space do not matter.
  static func name(_ system: String, _ code: String, _ text: String) -> ByteText {
    "\(system)|\(code)|\(PackedSystem.folded(text))".byBytes
  }

  mutating func insert(_ code: ByteText, system: ByteText) { codes[system, default: []].insert(code) }

  private var isEmpty: Bool {
    codes.isEmpty && selected.isEmpty && wholeSystems.isEmpty && unknownSystems.isEmpty && !isOpen && !isCut
  }

  /// Keeps that it has no codes that another draft lacks.
  mutating func limit(by other: ValueSetDraft) {
    var plain = other
    plain.bounds = []
    // A few are enough; sets that include one another could have any number.
    bounds = Array((bounds + other.bounds + [plain]).suffix(8))
  }

  mutating func formUnion(_ other: ValueSetDraft) {
    bounds = isEmpty ? other.bounds : other.isEmpty ? bounds : []
    codes.merge(other.codes) { $0.union($1) }
    for (system, more) in other.selected where selected[system]?.combine(more, { $0.formUnion($1) }) != true {
      if selected[system] == nil {
        selected[system] = more
      } else if let all = more.codes {
        codes[system, default: []].formUnion(all)
      } else {
        unknownSystems.insert(system)
      }
    }
    wholeSystems.formUnion(other.wholeSystems)
    unknownSystems.formUnion(other.unknownSystems)
    followedSystems.formUnion(other.followedSystems)
    isOpen = isOpen || other.isOpen
    isCut = isCut || other.isCut
    names.formUnion(other.names)
    versions.merge(other.versions) { $0.merging($1) { $0.union($1) } }
  }

  /// Leaves open which of its codes are in it.
  mutating func doubt() {
    let before = self
    bounds = []
    limit(by: before)
    unknownSystems.formUnion(codes.keys)
    unknownSystems.formUnion(selected.keys)
    unknownSystems.formUnion(wholeSystems)
    (codes, selected, wholeSystems) = ([:], [:], [])
  }

  /// Leaves open which of the codes of a system that another set has, and this one lacks, are in it.
  mutating func doubt(_ system: ByteText, of other: ValueSetDraft) {
    unknownSystems.insert(system)
    bounds = []
    limit(by: other)
  }

  mutating func leaveOutRetired(_ activity: (_ system: ByteText) -> (_ code: ByteText) -> Bool) {
    for (system, own) in codes { codes[system] = own.filter(activity(system)) }
    for system in selected.keys where selected[system]?.leaveOutRetired() == false {
      selected[system] = nil
      unknownSystems.insert(system)
    }
  }

  /// Adds those of some codes that another part selects.
  mutating func insert(_ some: Set<ByteText>, selectedBy other: SelectedCodes, _ system: ByteText) {
    let (sure, unknown) = other.selected(of: some)
    codes[system, default: []].formUnion(sure)
    if !unknown.isEmpty { unknownSystems.insert(system) }
  }

  mutating func subtract(_ other: ValueSetDraft) {
    var before = self
    // What was not in it before, or is surely left out, is not in it afterwards.
    defer {
      if unknownSystems != before.unknownSystems {
        bounds = []
        limit(by: before)
      }
    }
    followedSystems.formUnion(other.followedSystems)
    if other.isOpen || other.isCut {
      isCut = isCut || other.isCut
      return doubt()
    }
    for (system, excluded) in other.codes {
      codes[system]?.subtract(excluded)
      selected[system]?.subtract(excluded)
      if wholeSystems.remove(system) != nil { unknownSystems.insert(system) }
    }
    for (system, excluded) in other.selected {
      if let own = codes[system] {
        let (sure, unknown) = excluded.selected(of: own)
        before.codes[system] = own.subtracting(sure)
        codes[system] = own.subtracting(sure).subtracting(unknown)
        if !unknown.isEmpty { unknownSystems.insert(system) }
      }
      if wholeSystems.remove(system) != nil || selected[system]?.combine(excluded, { $0.subtract($1) }) == false {
        selected[system] = nil
        unknownSystems.insert(system)
      }
    }
    for system in other.wholeSystems {
      codes[system] = nil
      selected[system] = nil
      wholeSystems.remove(system)
    }
    // The unavailable codes to exclude may be any of its codes.
    unknownSystems.formUnion(
      other.unknownSystems.filter { codes[$0] != nil || selected[$0] != nil || wholeSystems.contains($0) })
    wholeSystems.subtract(other.unknownSystems)
    for system in other.unknownSystems { (codes[system], selected[system]) = (nil, nil) }
  }
}

extension ExpandedValueSet {
  /// Whether the set has a code of a system, both empty for none; `nil` if that is unknown.
  package func holds(system: String, code: String) -> Bool? {
    if system.isEmpty || code.isEmpty {
      // A set has codes of systems: either alone is in none.
      return isOpen || !draft.unknownSystems.isEmpty || !draft.wholeSystems.isEmpty ? nil : false
    }
    if draft.wholeSystems.contains(system.byBytes) { return nil }
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
