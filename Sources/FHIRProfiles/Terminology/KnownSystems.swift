package import FHIRSchema
import FHIRSupport

/// The code systems of which all codes are known for one release: those that the caller gave, and the release's own.
package final class KnownSystems: Sendable {
  private let library: ProfileLibrary
  private let release: FHIRRelease
  private let defined: DefinedSystems?
  /// Those that were given, as far as they were asked for.
  private let known = SharedMemo<ByteText, CompleteSystem?>()

  package init(_ library: ProfileLibrary, of release: FHIRRelease) {
    (self.library, self.release, defined) = (library, release, .of(release))
  }

  package struct Knowledge {
    /// What the caller gave, else what the release defines.
    package let system: CompleteSystem
    fileprivate let defined: CompleteSystem?
    fileprivate let wantedVersion: String?
    package var isGiven: Bool { system !== defined }

    /// Whether it has a code; `nil` for one that it lacks, but may have in the version that was asked for.
    package func has(_ code: String) -> Bool? {
      if system.has(code) { return true }
      guard let wantedVersion, let version = system.version else { return false }
      return version.byBytes != wantedVersion.byBytes ? nil : false
    }

    /// Whether the release has the code, too: a newer state of a system may lack what was once one of its codes.
    package func isDefined(_ code: String) -> Bool { defined?.has(code) ?? false }
  }

  package func isDefined(_ url: UnsafeBufferPointer<UInt8>, _ code: String) -> Bool {
    defined?[url]?.has(code) ?? false
  }

  package var hasGiven: Bool { library.givesSystems }

  /// The system with a URL, of several given ones the version, else the newest; `nil` if it is unknown or incomplete.
  package func system(_ url: UnsafeBufferPointer<UInt8>, version: String?) -> Knowledge? {
    let own = defined?[url]
    if hasGiven {
      let name = String(decoding: url, as: UTF8.self)
      if let found = given(name, version) {
        return found.map { Knowledge(system: $0, defined: own, wantedVersion: version) }
      }
    }
    return own.map { Knowledge(system: $0, defined: $0, wantedVersion: version) }
  }

  /// What is known of the system of a pack, without its codes.
  package func pack(_ url: UnsafeBufferPointer<UInt8>, version: String) -> Knowledge {
    let name = String(decoding: url, as: UTF8.self)
    let system = CompleteSystem(url: name, version: version, codes: [], ignoresCase: false)
    return Knowledge(system: system, defined: defined?[url], wantedVersion: nil)
  }

  /// What the caller gave: `nil` for none, a `nil` in it for an incomplete one; of several the version, else the first.
  private func given(_ url: String, _ version: String?) -> CompleteSystem?? {
    let all = library.givenSystems(url).filter { facts in
      let stated = facts.package < 0 ? "" : library.packages[facts.package].release
      return release.means(url, version: facts.version ?? "", packageOf: stated)
    }
    let named = version.flatMap { version in all.first { $0.version == version } }
    guard let facts = named ?? all.first else { return nil }
    return known.answer("\(url)|\(facts.version ?? "")".byBytes) {
      if !facts.isComplete || facts.concepts.isEmpty { return nil }
      return CompleteSystem(
        url: url, version: facts.version, codes: facts.concepts.map(\.code), ignoresCase: facts.ignoresCase)
    }
  }
}

extension FHIRRelease {
  /// How the systems begin that a release defines anew, with other codes.
  static let systemsOfReleases = "http://hl7.org/fhir/"

  /// Whether records of the release mean a system that the caller gave: what the release itself defines is not meant in
  /// the version of another release.
  ///
  /// - Parameter stated: the name of the release that its package is for; empty if nothing says it.
  package func means(_ url: String, version: String, packageOf stated: String = "") -> Bool {
    guard url.byBytes.hasPrefix(Self.systemsOfReleases.byBytes),
      // The codes of others, which no release defines.
      !url.utf8.dropFirst(Self.systemsOfReleases.utf8.count).starts(with: "sid/".utf8),
      Array(url.utf8).withUnsafeBufferPointer({ DefinedSystems.of(self)?[$0] != nil })
    else { return true }
    let other = (FHIRRelease.compiled + FHIRRelease.told).first {
      stated.isEmpty ? $0.has(version: version) : $0.name == stated
    }
    return other.map { $0 == self } ?? true
  }
}
