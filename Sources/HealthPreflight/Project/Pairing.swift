import ClinicalRecords
import FHIRDiagnostics

/// Which Info.plist goes with which entitlements.
///
/// Xcode knows by build settings, which are not read. Here folders decide: entitlements belong to the Info.plist in
/// their own folder, or else to the nearest one in a folder around or below it; never to one in a folder beside it,
/// which is another target's. Among several that are equally near, the one decides whose name is the beginning of the
/// entitlements' name: `App.entitlements` and `AppDebug.entitlements` go with `App-Info.plist` and with
/// `App/Info.plist`. What is still open is not paired, and said.
///
/// An Info.plist may have several entitlements, as those of debug and release. Files that were named one by one are
/// taken to belong together when only one of them is an Info.plist.
///
/// The work is linear in the paths: nothing is compared pair by pair.
struct Pairing {
  /// What became of a file of entitlements.
  enum Outcome: Equatable {
    /// The place of its Info.plist in the list.
    case paired(Int)
    /// There is none in reach.
    case none
    /// So many are equally near.
    case several(Int)
  }

  /// An outcome for each of the entitlements.
  let outcomes: [Outcome]

  init(entitlements: [String], infoPlists: [String], isWholeProject: Bool) {
    if !isWholeProject, infoPlists.count == 1 {
      outcomes = entitlements.map { _ in .paired(0) }
      return
    }
    var tree = ProjectTree(infoPlists.map { ProjectPath($0) })
    outcomes = entitlements.map { path in
      let path = ProjectPath(path)
      let nearest = tree.nearest(to: path)
      let count = nearest.reduce(0) { $0 + tree.stems(in: $1).count }
      if count == 0 { return .none }
      if count == 1 { return nearest.lazy.compactMap { tree.stems(in: $0).only }.first.map(Outcome.paired) ?? .none }
      let stem = StemPrefixes(of: path.stem)
      let best = nearest.compactMap { tree.stems(in: $0).longest(beginning: stem) }
      guard let longest = best.map(\.length).max() else { return .several(count) }
      let files = best.filter { $0.length == longest }
      // Two of one name are as open as none.
      guard files.count == 1, let file = files[0].file else { return .several(count) }
      return .paired(file)
    }
  }
}
