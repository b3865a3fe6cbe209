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
    let candidates = infoPlists.map { ProjectPath($0) }
    outcomes = entitlements.map { path in
      if !isWholeProject, infoPlists.count == 1 { return .paired(0) }
      return Self.outcome(for: ProjectPath(path), candidates)
    }
  }

  private static func outcome(for path: ProjectPath, _ candidates: [ProjectPath]) -> Outcome {
    let inReach = candidates.enumerated().compactMap { index, candidate in
      candidate.steps(to: path).map { (index: index, steps: $0) }
    }
    guard let least = inReach.map(\.steps).min() else { return .none }
    let nearest = inReach.filter { $0.steps == least }.map(\.index)
    if nearest.count == 1 { return .paired(nearest[0]) }
    let named = nearest.filter { isBeginning(candidates[$0].stem, of: path.stem) }
    let longest = named.map { candidates[$0].stem.utf8.count }.max()
    let best = named.filter { candidates[$0].stem.utf8.count == longest }
    return best.count == 1 ? .paired(best[0]) : .several(nearest.count)
  }

  private static func isBeginning(_ stem: String, of other: String) -> Bool {
    guard !stem.isEmpty, other.lowercased().hasPrefix(stem.lowercased()) else { return false }
    // `App` begins `AppDebug` and not `Apple`.
    return other.dropFirst(stem.count).first?.isLowercase != true
  }
}
