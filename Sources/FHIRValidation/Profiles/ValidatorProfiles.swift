package import FHIRProfiles
import FHIRSchema
import Synchronization

/// The profiles that a validator judges by, for each release that occurs in its input.
package final class ValidatorProfiles: Sendable {
  package let library: ProfileLibrary
  /// The urls of profiles that apply to all records of their type, whatever the records claim.
  package let chosen: [String]
  /// The guides whose profiles apply to all records of their types.
  package let guides: [Guide]
  private let countsMustSupport: Bool
  private let made = Mutex<[Int: ReleaseProfiles]>([:])

  /// - Parameter isForAnswers: whether only the value sets are used.
  /// - Returns: `nil` if there are no profiles to judge by, and no definition failed to load.
  init?(
    _ library: ProfileLibrary, chosen: [String], guides: [Guide], countsMustSupport: Bool = false,
    isForAnswers: Bool = false
  ) {
    if !isForAnswers, library.isEmpty, library.faults.isEmpty, chosen.isEmpty, guides.isEmpty { return nil }
    self.countsMustSupport = countsMustSupport
    var library = library
    for guide in guides { library.add(guide) }
    library.addGuides(of: chosen)
    library.addGuidesOfBases()
    (self.library, self.chosen, self.guides) = (library, chosen, guides)
  }

  /// The only release that all that was chosen and given is for; `nil` for none.
  var release: FHIRRelease? { library.release(profiles: chosen, guides: guides) }

  /// The profiles for the release at a place among the definitions of a validator.
  func profiles(at place: Int, _ definitions: Definitions) -> ReleaseProfiles {
    made.withLock { made in
      if let known = made[place] { return known }
      let new = ReleaseProfiles(
        library, chosen: chosen, guides: guides, countsMustSupport: countsMustSupport, model: definitions.model,
        schema: definitions.schema, as: place)
      made[place] = new
      return new
    }
  }
}

extension Validator {
  /// The profiles and extensions of the library that cannot be judged, and the chosen profiles that are unknown, each
  /// with the reason. This compiles all of them.
  public var profileFaults: [ProfileFault] {
    guard let profiles = judged.profiles else { return [] }
    var faults = profiles.library.faults
    var known: Set<String> = []
    for (place, release) in definitions.releases.enumerated() {
      guard let definitions = definitions[release] else { continue }
      let all = profiles.profiles(at: place, definitions)
      for url in all.urls + profiles.chosen {
        if let profile = all.profile(url) {
          known.insert(url)
          faults += profile.gaps
        } else if let fault = all.fault(url) {
          known.insert(url)
          faults.append(fault)
        }
      }
    }
    let types = Set(profiles.chosen.filter(isType))
    return faults
      + profiles.chosen.filter { !known.contains($0) && !types.contains($0) }.map(ProfileFault.init(unknown:))
  }

  /// The chosen profiles of which there is no definition for any release.
  public var unknownProfiles: [String] {
    guard let profiles = judged.profiles else { return [] }
    return profiles.chosen.filter { !profiles.library.hasStructure($0) && !isType($0) }
  }

  /// Whether a url is that of a type of a release, which all records of the type are judged by anyway.
  private func isType(_ url: String) -> Bool {
    definitions.releases.contains { definitions[$0]?.schema.type(ofDefinition: url) != nil }
  }
}
