import FHIRFindings
package import FHIRPath
package import FHIRProfiles
package import FHIRSchema
package import FHIRTerminology
import FHIRTape

/// The profiles that a validator judges by, for each release that occurs in its input.
package final class ValidatorProfiles: Sendable {
  package let library: ProfileLibrary
  /// The urls of profiles that apply to all records of their type, whatever the records claim.
  package let chosen: [String]
  /// The guides whose profiles apply to all records of their types.
  package let guides: [Guide]
  /// Whether the caller has given anything to judge by, besides what the releases publish.
  let isGiven: Bool
  /// Whether the caller has given nothing, not even codes.
  var isEmpty: Bool { !isGiven && library.count == 0 }
  private let (countsMustSupport, comparesVersions): (Bool, Bool)
  private let made = SharedMemo<Int, ReleaseProfiles>()
  /// Questionnaires that were given, by the place of the release that asks, the package, url and version.
  private let questions = SharedMemo<String, AskedQuestions?>()
  private let knownSystems = SharedMemo<FHIRRelease, KnownSystems>()
  private let ofGuides = SharedMemo<[String], ValidatorProfiles>()

  init(
    _ library: ProfileLibrary = ProfileLibrary(), chosen: [String] = [], guides: [Guide] = [],
    countsMustSupport: Bool = false, comparesVersions: Bool = false
  ) {
    isGiven = !library.isEmpty || !library.faults.isEmpty || !chosen.isEmpty || !guides.isEmpty
    (self.countsMustSupport, self.comparesVersions) = (countsMustSupport, comparesVersions)
    var library = library
    for guide in guides { library.add(guide) }
    library.addGuides(of: chosen)
    library.addGuidesOfPackages()
    library.addGuidesOfBases()
    library.prefer(guides)
    (self.library, self.chosen, self.guides) = (library, chosen, guides)
  }

  /// Those for which the caller has given the same guides and nothing else, if these have given no more: then a profile
  /// is compiled once for all validators.
  func shared(_ given: ValidatorProfiles) -> ValidatorProfiles {
    guard given.library.count == 0, given.library.faults.isEmpty, given.chosen.isEmpty,
      given.guides.allSatisfy(\.isBuiltIn)
    else { return given }
    let key = given.guides.map(\.description) + ["\(given.countsMustSupport) \(given.comparesVersions)"]
    return ofGuides.answer(key) { given }
  }

  var release: FHIRRelease? { library.release(profiles: chosen, guides: guides) }

  func profiles(at place: Int, _ definitions: Definitions) -> ReleaseProfiles {
    made.answer(place) {
      ReleaseProfiles(
        library, chosen: chosen, guides: guides, countsMustSupport: countsMustSupport,
        comparesVersions: comparesVersions, isGiven: isGiven, model: definitions.model, schema: definitions.schema,
        as: place)
    }
  }

  func systems(of release: FHIRRelease) -> KnownSystems {
    knownSystems.answer(release) { KnownSystems(library, of: release) }
  }

  /// The questionnaire with a name that the caller gave, as the release at a place reads it; `nil` if there is none.
  func questions(of name: String, at place: Int, _ definitions: Definitions) -> AskedQuestions? {
    guard let facts = library.questionnaire(name, of: definitions.release.name) else { return nil }
    let key = "\(place) \(facts.package) \(facts.url)|\(facts.version ?? "")"
    return questions.answer(key) {
      let profiles = profiles(at: place, definitions)
      return facts.withTape { tape in
        AskedQuestions(tape, .root, definitions.schema.facts.questions) { name in
          guard name.utf8.first == UInt8(ascii: "#") else { return profiles.answerSet(name, in: facts.package) }
          let contained = tape.member("contained", of: .root).map { tape.objects(of: $0) } ?? []
          let found = contained.first {
            tape.member("id", of: $0.index).flatMap(tape.primitive) == String(name.dropFirst())
          }
          return found.map { profiles.answerSet(contained: $0.index, of: tape, in: facts.package, by: facts.url) }
        }
      }
    }
  }

  /// Why the only definition with a url could not be read.
  fileprivate func unreadable(_ url: String) -> ProfileFault? { library.faults.first { $0.profile == url } }

  /// The faults of what could not be read, and of what was needed so far: each once, without those of what is built in.
  fileprivate var faults: [ProfileFault] {
    let needed = made.all.values.flatMap(\.faults).filter { $0.file != nil }
    var seen: Set<[String]> = []
    return (library.faults + needed).sorted().filter { fault in
      // Several profiles may inherit the same fault, and may need the same part.
      let place =
        fault.rule == Rule.definitionMissingPart.id ? [] : [fault.file ?? "", "\(fault.range.start)", fault.element]
      return seen.insert([fault.rule.rawValue, fault.message] + place).inserted
    }
  }
}

extension Validator {
  /// The profiles and extensions of the library that cannot be judged, and the chosen profiles that are unknown, each
  /// with the reason. This compiles all of them.
  public var profileFaults: [ProfileFault] {
    let profiles = judged.profiles
    guard profiles.isGiven else { return [] }
    var known: Set<String> = []
    for (_, all) in releaseProfiles() {
      for url in all.urls + profiles.chosen where all.profile(url) != nil || all.fault(url) != nil { known.insert(url) }
    }
    let types = Set(profiles.chosen.filter(isType))
    return neededFaults
      + profiles.chosen.filter { !known.contains($0) && !types.contains($0) }.map { ProfileFault($0, "none") }
  }

  /// The faults of definitions that could not be read, and of those that were needed so far, by file and place.
  package var neededFaults: [ProfileFault] { judged.profiles.faults }

  package var terminology: TerminologyPacks { judged.profiles.library.packs }

  /// Why a profile that the caller has chosen cannot be judged for any release; `nil` if all can.
  package var fatalFault: ProfileFault? {
    // Without such profiles, no release need be decoded.
    let profiles = judged.profiles
    guard !profiles.chosen.isEmpty else { return nil }
    let all = releaseProfiles().map(\.profiles)
    let url = profiles.chosen.first { url in !all.contains { $0.isOfRecords(url) } }
    return url.map { url in
      let isThere = isType(url) || all.contains { $0.profile(url) != nil }
      return all.lazy.compactMap { $0.fault(url) }.first ?? profiles.unreadable(url)
        ?? ProfileFault(
          url, isThere ? "one that is about no record" : "none", at: profiles.library.place(ofStructure: url))
    }
  }

  /// Sentences about the chosen profiles, with the versions by which records of some releases are judged.
  package func chosenProfiles(for releases: [String], _ tally: ValidationTally) -> [String] {
    let profiles = judged.profiles
    if profiles.chosen.isEmpty { return [] }
    let all = releaseProfiles { releases.contains($0) }
    return profiles.chosen.compactMap { url in
      let found = all.compactMap { $0.profiles.profile(url) }
      let versions = Set(found.compactMap(\.version)).sorted().joined(separator: " and ")
      let name = url + (versions.isEmpty ? "" : " in version " + versions)
      if found.contains(where: { tally.profileCounts[$0.url.byBytes].map { $0.all > 0 } ?? false }) {
        return "records judged by " + name
      }
      return found.isEmpty ? nil : "no record was judged by \(name): none is of its type and release"
    }
  }

  /// What answers the questions of an expression about the codes of a release.
  package func codes(of release: FHIRRelease) -> (any FHIRPathDefinitions)? {
    guard let place = definitions.releases.firstIndex(of: release), let known = definitions[release] else { return nil }
    return judged.profiles.profiles(at: place, known).codes
  }

  /// Sentences about the chosen profiles that are for none of the releases of which records were judged.
  package func unusedProfiles(for releases: [String]) -> [String] {
    let profiles = judged.profiles
    return profiles.chosen.filter { !isType($0) }.compactMap { url in
      let own = releaseProfiles().filter { $0.profiles.profile(url) != nil }.map(\.release)
      if own.isEmpty || releases.isEmpty || own.contains(where: releases.contains) { return nil }
      func names(_ some: [String]) -> String { some.map { $0.uppercased() }.sorted().joined(separator: " and ") }
      return "the profile '\(url)' was not used: it is for \(names(own)), and the records are of \(names(releases))"
    }
  }

  /// The profiles of all releases, or of those whose names are wanted.
  private func releaseProfiles(
    _ isWanted: (String) -> Bool = { _ in true }
  ) -> [(release: String, profiles: ReleaseProfiles)] {
    definitions.releases.enumerated().compactMap { place, release in
      guard isWanted(release.name) else { return nil }
      return definitions[release].map { (release.name, judged.profiles.profiles(at: place, $0)) }
    }
  }

  /// The chosen profiles of which there is no definition for any release, not even one that could not be read.
  public var unknownProfiles: [String] {
    let profiles = judged.profiles
    return profiles.chosen.filter {
      !profiles.library.hasStructure($0) && !isType($0) && profiles.unreadable($0) == nil
    }
  }

  /// Whether a url is that of a type of a release, which all records of the type are judged by anyway.
  private func isType(_ url: String) -> Bool {
    definitions.releases.contains { definitions[$0]?.schema.type(ofDefinition: url) != nil }
  }
}
