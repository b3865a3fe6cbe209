import FHIRSchema

/// The releases that occurred so far, each with its memory of good values.
struct LoadedReleases {
  /// The definitions of a release, and the memory of values that are good by them.
  struct Release {
    /// The place among the definitions.
    let place: Int
    let definitions: Definitions
    let memory: WalkerMemory
  }

  private let definitions: DefinitionSet
  private let options: ValidationOptions
  private let profiles: ValidatorProfiles
  /// In the order of their first use.
  private(set) var all: [Release] = []

  init(_ releases: JudgedReleases, _ options: ValidationOptions) {
    (definitions, profiles) = (releases.definitions, releases.profiles)
    self.options = options
  }

  /// Whether the release at a place among the definitions has been loaded.
  func has(_ place: Int) -> Bool { all.contains { $0.place == place } }

  /// The release at a place among the definitions, loaded on first use.
  mutating func release(_ place: Int) -> Release {
    if let known = all.first(where: { $0.place == place }) { return known }
    let definitions = definitions[place]
    let memory = WalkerMemory(options, profiles.systems(of: definitions.release))
    let new = Release(place: place, definitions: definitions, memory: memory)
    all.append(new)
    return new
  }
}
