import FHIRSchema

extension Walker {
  /// A record of the current value.
  struct WalkedRecord {
    /// Its tape index.
    let index: Int
    /// The tape index of what it says of its type.
    let typeIndex: Int
    /// The tape index of the Bundle entry that holds it, -1 where none does.
    let entry: Int
    let release: ReleaseNumber
  }
}
