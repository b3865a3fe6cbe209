import FHIRSchema

/// The releases that occurred so far, each with its memory of good values.
struct LoadedReleases: ~Copyable {
  /// The definitions of a release, and the memory of values that are good by them.
  struct Release {
    let definitions: Definitions
    let memory: WalkerMemory
  }

  private let definitions: DefinitionSet
  /// The pools that provide the memories and take them back, by place among the definitions.
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

  /// Whether the release at a place has been loaded.
  func has(_ place: Int) -> Bool { loaded[place] != nil }

  /// The release at a place among the definitions, loaded on first use.
  mutating func release(_ place: Int) -> Release {
    if let known = loaded[place] { return known }
    let new = Release(definitions: definitions[place], memory: pools[place].take())
    loaded[place] = new
    return new
  }
}
