import FHIRPath
import FHIRSchema
import FHIRSupport
import FHIRTerminology
import Synchronization

/// The value sets of the added definitions and of the release's own bindings: expanded on first use, and shared.
final class Terminology: FHIRPathDefinitions, Sendable {
  private let schema: SchemaTable
  let library: ProfileLibrary
  private let systems: KnownSystems
  private let rowsByURL: [ByteText: Int]
  private let known = SharedMemo<Canonical, ExpandedValueSet?>()
  private let noted = Mutex<Set<ProfileFault>>([])

  init(_ schema: SchemaTable, _ library: ProfileLibrary) {
    (self.schema, self.library) = (schema, library)
    systems = KnownSystems(library, of: schema.release)
    let named = schema.valueSets.enumerated().filter { !$1.url.isEmpty }
    rowsByURL = Dictionary(named.map { ($1.url.byBytes, $0) }) { _, last in last }
  }

  var faults: Set<ProfileFault> { noted.withLock { $0 } }

  func note(_ message: String, _ facts: ValueSetFacts) {
    guard let place = facts.place else { return }
    let fault = ProfileFault(.definitionUnusableConstraint, facts.url, "", message, at: place)
    noted.withLock { _ = $0.insert(fault) }
  }

  func valueSet(_ name: Canonical) -> ExpandedValueSet? {
    known.answer(name) {
      // One definition has one expansion, whoever refers to it.
      let facts = definition(name)
      let own = facts.map { Canonical("\($0.url)|\($0.version ?? "")", in: $0.package) } ?? name
      return known.answer(own) { expansion(of: name, in: facts?.package ?? name.package) }
    }
  }

  func includes(_ name: Canonical, _ other: Canonical) -> Bool? {
    guard let set = valueSet(name), let other = valueSet(other) else { return nil }
    return set.includes(other)
  }

  /// A value set that a questionnaire contains: each may have one of its own, so that it is given less room.
  func valueSet(contained facts: ValueSetFacts) -> ExpandedValueSet {
    var expansion = ValueSetExpansion(self, room: 100_000)
    return set(expansion.expand(facts), in: facts.package)
  }

  func isMember(_ code: String, system: String?, version: String?, of name: Canonical) -> Bool? {
    let found = valueSet(name).map { set in
      system.map { standing(name, set, system: $0, version: version, code: code) }
        ?? set.standing(system: nil, code: code)
    }
    return switch found {
    case .member: true
    case .stranger, .elsewhere, .noCode: false
    case .unchecked, .unknown, nil: nil
    }
  }

  /// The relation of a code to a value set. Where the set names no version of the system, that of the code counts.
  func standing(
    _ name: Canonical, _ set: ExpandedValueSet, system: String, version: String?, code: String
  ) -> CodeStanding {
    let standing = set.standing(system: system, version: version, code: code)
    guard let version, set.follows(system) else {
      guard standing == .member, let version, set.namesVersion(of: system) else { return standing }
      // Of several versions that the set names, another one has the code.
      return packed(system, version: version)?.has(code) == false ? .stranger : .member
    }
    let given = codeSystems(Canonical(system, in: name.package))
    let versions = given.compactMap(\.version)
    if version == versions.first { return standing }
    if versions.isEmpty {
      let (found, newest) = (packed(system, version: version)?.version, packed(system, version: nil)?.version)
      if given.isEmpty, newest == nil, let own = defined(system.byBytes)?.version, !version.namesVersion(own) {
        return standing == .stranger ? .unknown : standing
      }
      if found == nil || found == newest { return standing }
    } else if !versions.contains(version) {
      // What an unknown version has, nobody can tell.
      return standing == .stranger ? .unknown : standing
    }
    return self.standing(name, version, of: system, code) ?? standing
  }

  /// The relation of a code to a value set with one version of the code's system.
  private func standing(_ name: Canonical, _ version: String, of system: String, _ code: String) -> CodeStanding? {
    let key = Canonical("\(name) \(system)|\(version)", in: name.package)
    let set = known.answer(key) {
      expansion(of: name, in: definition(name)?.package ?? name.package, with: (system.byBytes, version))
    }
    return set?.standing(system: system, version: version, code: code)
  }

  private func expansion(
    of name: Canonical, in package: Int, with chosen: (system: ByteText, version: String)? = nil
  ) -> ExpandedValueSet? {
    var expansion = ValueSetExpansion(self, chosen: chosen)
    let draft = expansion.expand(name)
    return form(of: name.url, draft).map { ExpandedValueSet($0) } ?? draft.map { set($0, in: package) }
  }

  private func set(_ draft: ValueSetDraft, in package: Int) -> ExpandedValueSet {
    ExpandedValueSet(draft, ignoresCase: { self.ignoresCase($0, in: package) }, isJudged: isJudged)
  }

  /// Whether two codes of a system that differ only in case are the same; `nil` if no definition says it.
  private func ignoresCase(_ system: ByteText, in package: Int) -> Bool? {
    let known =
      codeSystems(Canonical(system.string, in: package)).first?.ignoresCase
      ?? packed(system.string, version: nil)?.ignoresCase
    return known ?? defined(system)?.ignoresCase ?? (Self.systemsOfKnownForm.contains(system) ? false : nil)
  }

  func defined(_ system: ByteText) -> CompleteSystem? {
    Array(system.string.utf8).withUnsafeBufferPointer { DefinedSystems.of(schema.release)?[$0] }
  }

  /// Whether another rule judges the codes of a system, by their form or by the release's list.
  private func isJudged(_ system: ByteText) -> Bool {
    Self.systemsOfKnownForm.contains(system) || defined(system) != nil
  }

  private static let systemsOfKnownForm: Set<ByteText> = [
    "http://loinc.org", "http://snomed.info/sct", "http://www.nlm.nih.gov/research/umls/rxnorm",
    "http://unitsofmeasure.org", "http://hl7.org/fhir/sid/cvx", "http://hl7.org/fhir/sid/ndc",
  ]

  /// The content of a definition; an added one has priority over that of the release.
  func definition(_ name: Canonical) -> ValueSetFacts? {
    let found = library.valueSet(name, of: schema.release.name)
    // What the release itself defines means its own sets.
    let range = KeptDefinitions.numbersOfReleases
    guard range.contains(name.package), let found, !range.contains(found.package) else { return found }
    return codes(ofOwn: name.url) == nil ? found : nil
  }

  func codeSystems(_ name: Canonical) -> [CodeSystemFacts] { library.codeSystems(name, of: schema.release.name) }

  func packed(_ url: String, version: String?) -> PackedSystem? {
    library.packs.system(url, version: version).flatMap { schema.release.means(url, version: $0.version) ? $0 : nil }
  }

  /// All versions of a system among the packs, what is meant first.
  func allPacked(_ url: String) -> [PackedSystem] {
    library.packs.packs.flatMap { $0.versions(of: url) }.filter { schema.release.means(url, version: $0.version) }
  }

  /// Whether the caller gave all codes of a system, and a code is neither there nor in what the release defines.
  func lacks(_ code: String, _ url: String, _ version: String?, _ packs: [PackedSystem]) -> Bool {
    Array(url.utf8).withUnsafeBufferPointer { url in
      let known = systems.system(url, version: version)
      guard known.map({ $0.isGiven && $0.has(code) == false }) ?? !packs.isEmpty else { return false }
      return packs.allSatisfy { $0.has(code) == false } && !systems.isDefined(url, code)
    }
  }

  func subsumes(_ ancestor: String, _ code: String, system: String, version: String?) -> Bool? {
    try? packed(system, version: version)?.subsumes(ancestor, code)
  }

  /// The form of the codes of a value set that is just a whole system: of the release, or with a form in the release.
  private func form(of url: String, _ draft: ValueSetDraft?) -> CodeForm? {
    guard let draft else { return own(url)?.form }
    guard let form = own(url)?.form ?? form(ofWhole: draft) else { return nil }
    let system = form.system.byBytes
    let isSame = draft.systems.allSatisfy { $1.isWhole ? $0 == system : $1.codes == nil || $0 == system }
    return isSame && draft.systems[system]?.isWhole == true ? form : nil
  }

  private func form(ofWhole draft: ValueSetDraft) -> CodeForm? {
    guard !draft.isOpen, !draft.isCut, draft.systems.count == 1, let (system, codes) = draft.systems.first,
      codes.isWhole, draft.versions[system].map({ $0[nil]?.contains(nil) == true }) ?? true
    else { return nil }
    return schema.valueSets.lazy.compactMap(\.form).first {
      !$0.isOpen && $0.besides.isEmpty && $0.system.byBytes == system
    }
  }

  /// What the release's data have of a value set.
  private func own(_ url: String) -> ValueSetRow? {
    let wanted = ProfileURL(url)
    guard let number = rowsByURL[wanted.address.byBytes] else { return nil }
    let row = schema.valueSets[number]
    return wanted.means(row, of: schema) ? row : nil
  }

  /// The codes that the release's data have for a value set.
  func codes(ofOwn url: String) -> ValueSetDraft? {
    guard let row = own(url), row.unexpanded == nil else { return nil }
    var draft = ValueSetDraft()
    for (system, code) in schema.codes.codes(of: row) {
      draft.insert(code.byBytes, system: row.systems[system].byBytes)
    }
    return draft
  }
}
