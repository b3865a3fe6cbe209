import FHIRSchema
import FHIRTape

package struct GuideName: Hashable, Sendable {
  /// `us-core`; the name of the package for a guide that is not built in.
  package let name: String
  package let version: String
}

/// The verdict on a record by all profiles of one version of a guide that apply to it.
package struct GuideVerdict: Sendable {
  package let guide: GuideName
  package let counts: ProfileCounts
}

struct ProfilePackage: Sendable {
  /// The guide that it is; `nil` for one without a name, and for a part of what a release defines.
  let guide: GuideName?
  /// The numbers of the first package of the same name, and of the first of the same name and version.
  let family: Int
  let version: Int
  let isNamed: Bool
  let facts: PackageFacts

  static func all(of library: ProfileLibrary, chosen: [Guide]) -> [ProfilePackage] {
    let names = Dictionary(library.guides.map { ($0.package.name, $0.name) }) { name, _ in name }
    let all = library.packages
    return all.enumerated().map { number, facts in
      let name = names[facts.name]
      return ProfilePackage(
        guide: name.map { GuideName(name: $0, version: facts.version) },
        family: all.firstIndex { $0.name == facts.name && !$0.name.isEmpty } ?? number,
        version: all.firstIndex { $0.isSame(facts) } ?? number, isNamed: chosen.contains { $0.package.isSame(facts) },
        facts: facts)
    }
  }
}

/// The versions of guides by which the current record is judged, by the numbers of packages.
struct RecordGuides {
  struct Judged {
    let version: Int
    var answer: Answer
    var isClaimed: Bool
  }

  private(set) var judged: [Judged] = []
  /// The first version of each guide whose profiles the record claims.
  private(set) var claimed: [Int] = []
  /// The guides whose versions the record states, whether they are there or not.
  private(set) var stated: [Int] = []

  mutating func begin() {
    while judged.popLast() != nil {}
    while claimed.popLast() != nil {}
    while stated.popLast() != nil {}
  }

  mutating func claim(version: Int) { if !claimed.contains(version) { claimed.append(version) } }
  mutating func state(family: Int) { if !stated.contains(family) { stated.append(family) } }

  mutating func add(_ answer: Answer, of version: Int, isClaim: Bool) {
    guard let place = judged.firstIndex(where: { $0.version == version }) else {
      return judged.append(Judged(version: version, answer: answer, isClaimed: isClaim))
    }
    judged[place].answer = judged[place].answer.negated.or(answer.negated).negated
    judged[place].isClaimed = judged[place].isClaimed || isClaim
  }
}

extension ProfileJudge {
  package func guideVerdicts() -> [GuideVerdict] {
    let (packages, guides) = (profiles.packages, guides)
    return guides.judged.compactMap { judged in
      packages[judged.version].guide.map { guide in
        var counts = ProfileCounts()
        counts.add(judged.answer)
        counts.claimed = judged.isClaimed ? 1 : 0
        return GuideVerdict(guide: guide, counts: counts)
      }
    }
  }

  /// Whether the profiles of a package, -1 for none, apply: that of the version that a record claims, else a named one.
  func applies(_ package: Int) -> Bool {
    guard package >= 0 else { return true }
    let packages = profiles.packages
    // No copy of a package, nor of the guides: this is asked for each record.
    let isNamed = packages[package].isNamed
    if guides.claimed.isEmpty, guides.stated.isEmpty { return isNamed }
    if guides.claimed.contains(packages[package].version) { return true }
    let family = packages[package].family
    if guides.stated.contains(family) { return false }
    return isNamed && guides.claimed.allSatisfy { packages[$0].family != family || packages[$0].isNamed }
  }

  /// Notes that a record claims a profile of a version of a guide, or one of a version that is not there.
  mutating func noteClaim(_ url: TapeIndex, of profile: Int?, hasVersion: Bool) {
    if let profile {
      let package = counts[profile].package
      guard package >= 0 else { return }
      guides.claim(version: profiles.packages[package].version)
      if hasVersion { guides.state(family: profiles.packages[package].family) }
    } else if hasVersion {
      let address = ProfileURL(tape.string(url)).address
      profiles.packages.first { $0.facts.owns(address) }.map { guides.state(family: $0.family) }
    }
  }

  /// Whether a record claims only versions of a package's guide that are not there: no other is used in their place.
  func isOfAbsentVersion(_ package: Int) -> Bool {
    let (packages, guides) = (profiles.packages, guides)
    guard package >= 0, !guides.stated.isEmpty else { return false }
    let family = packages[package].family
    return guides.stated.contains(family) && !guides.claimed.contains { packages[$0].family == family }
  }

  /// Judges a record that states no version of a guide also by the other versions that are there, without findings.
  mutating func compareVersions(of resource: TapeIndex, type: TypeID) {
    let left = work.left
    defer { work.left = left }
    for judged in guides.judged {
      let family = profiles.packages[judged.version].family
      if guides.stated.contains(family) { continue }
      for number in profiles.packages.indices {
        let other = profiles.packages[number]
        guard other.family == family, other.version == number, !guides.judged.contains(where: { $0.version == number })
        else { continue }
        forEachProfile(of: resource, type: type, in: number) { judge, profile in
          let answer = judge.conforms(judge.around.resource, to: judge.counts[profile])
          judge.guides.add(answer, of: number, isClaim: false)
        }
      }
    }
  }

  /// Passes the profiles of a version of a guide to `body` that a record claims without one, or that are for its type.
  private mutating func forEachProfile(
    of resource: TapeIndex, type: TypeID, in package: Int, _ body: (inout ProfileJudge, _ number: Int) -> Void
  ) {
    var seen: Set<Int> = []
    if let meta = tape.member("meta", of: resource), let list = tape.member("profile", of: meta) {
      for claim in tape.items(of: list) {
        guard let number = number(ofProfileAt: claim, in: package), counts[number].package >= 0,
          profiles.packages[counts[number].package].version == package, seen.insert(number).inserted
        else { continue }
        body(&self, number)
      }
    }
    let choices = chosen.ofType(type, &counts, notChecked.names)
    for place in choices.indices {
      guard choices[place].package >= 0, profiles.packages[choices[place].package].version == package else { continue }
      forEachNumber(in: choices.baseAddress! + place) { judge, number in
        if seen.insert(number).inserted { body(&judge, number) }
      }
    }
  }
}
