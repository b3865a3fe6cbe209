import FHIRSchema

/// The releases that occurred so far, each with its memory of good values.
struct LoadedReleases: ~Copyable {
  /// The definitions of a release, and the memory of values that are good by them.
  struct Release {
    /// The place among the definitions.
    fileprivate let place: Int
    let definitions: Definitions
    let memory: WalkerMemory
  }

  private let definitions: DefinitionSet
  /// The pools that provide the memories and take them back, by place among the definitions.
  private let pools: [WalkerMemoryPool]
  /// The first release, and those after it: most inputs have one.
  let first: Release
  private var others: [Release] = []

  /// - Parameter place: the place of the first release among the definitions.
  init(_ definitions: DefinitionSet, _ pools: [WalkerMemoryPool], first place: Int) {
    self.definitions = definitions
    self.pools = pools
    first = Release(place: place, definitions: definitions[place], memory: pools[place].take())
  }

  deinit {
    pools[first.place].giveBack(first.memory)
    for release in others { pools[release.place].giveBack(release.memory) }
  }

  /// Whether the release at a place has been loaded.
  func has(_ place: Int) -> Bool { first.place == place || others.contains { $0.place == place } }

  /// The release at a place among the definitions, loaded on first use.
  mutating func release(_ place: Int) -> Release {
    if first.place == place { return first }
    if let known = others.first(where: { $0.place == place }) { return known }
    let new = Release(place: place, definitions: definitions[place], memory: pools[place].take())
    others.append(new)
    return new
  }
}
