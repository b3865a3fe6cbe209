import FHIRSchema

/// The releases that some record was of, with the memory of what was found good by each.
struct LoadedReleases: ~Copyable {
  /// The definitions of a release, and the memory of what was found good by them.
  struct Release {
    let definitions: Definitions
    let memory: WalkerMemory
  }

  private let definitions: DefinitionSet
  /// Where the memories are from and go back to, by place among the definitions.
  private let pools: [WalkerMemoryPool]
  private var loaded: [Release?]

  init(_ definitions: DefinitionSet, _ pools: [WalkerMemoryPool]) {
    self.definitions = definitions
    self.pools = pools
    loaded = Array(repeating: nil, count: pools.count)
  }

  deinit {
    for (pool, release) in zip(pools, loaded) {
      if let release { pool.giveBack(release.memory) }
    }
  }

  /// Whether some record was of the release at a place.
  func has(_ place: Int) -> Bool { loaded[place] != nil }

  /// The release at a place among the definitions, loaded when it is first asked for.
  mutating func release(_ place: Int) -> Release {
    if let known = loaded[place] { return known }
    let new = Release(definitions: definitions[place], memory: pools[place].take())
    loaded[place] = new
    return new
  }
}
