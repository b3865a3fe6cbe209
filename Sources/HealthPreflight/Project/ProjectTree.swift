import FHIRSupport

/// The folders of some files of a project, to find the files nearest to another file.
///
/// The files in a file's own folder, and in folders above and below it, are in its reach; those in a sibling folder are
/// not.
///
/// ```text
/// p             Info.plist                  p/App/App.entitlements: around it p/Info.plist, one step away,
/// p/App                                     and below it p/App/Deep/Info.plist, one step away
/// p/App/Deep    Info.plist
/// ```
struct ProjectTree {
  /// Some files, identified by a folder: those in it, or the nearest ones below it.
  enum Group: Hashable {
    case here(Int)
    case below(Int)
  }

  private struct Folder {
    var folders: [ByteText: Int] = [:]
    var files: [Int] = []
    /// The distance of the nearest file in or below the folder.
    var nearest = Int.max
  }

  private var folders = [Folder()]
  private let stems: [String]
  /// The names of the groups that somebody has asked for.
  private var tables: [Group: StemTable] = [:]

  init(_ paths: [ProjectPath]) {
    stems = paths.map(\.stem)
    for (file, path) in paths.enumerated() {
      var folder = 0
      folders[0].nearest = min(folders[0].nearest, path.folders.count)
      for (depth, name) in path.folders.enumerated() {
        if let next = folders[folder].folders[name] {
          folder = next
        } else {
          folders[folder].folders[name] = folders.count
          folder = folders.count
          folders.append(Folder())
        }
        folders[folder].nearest = min(folders[folder].nearest, path.folders.count - depth - 1)
      }
      folders[folder].files.append(file)
    }
  }

  /// The groups of the files nearest to a file: one, or two that are equally near, or none.
  func nearest(to path: ProjectPath) -> [Group] {
    var folder = 0
    var depth = 0
    // The last folder on the path that has files, and its depth.
    var around: (folder: Int, depth: Int)?
    for name in path.folders {
      if !folders[folder].files.isEmpty { around = (folder, depth) }
      guard let next = folders[folder].folders[name] else {
        return around.map { [.here($0.folder)] } ?? []
      }
      folder = next
      depth += 1
    }
    let below = folders[folder].nearest
    guard below < .max else { return around.map { [.here($0.folder)] } ?? [] }
    guard let around else { return [.below(folder)] }
    let steps = depth - around.depth
    if steps != below { return steps < below ? [.here(around.folder)] : [.below(folder)] }
    return [.here(around.folder), .below(folder)]
  }

  func reaches(_ path: ProjectPath) -> Bool { !nearest(to: path).isEmpty }

  mutating func stems(in group: Group) -> StemTable {
    if let known = tables[group] { return known }
    let files =
      switch group {
      case .here(let folder): folders[folder].files
      case .below(let folder): nearestFiles(below: folder)
      }
    let table = StemTable(files, stems)
    tables[group] = table
    return table
  }

  private func nearestFiles(below folder: Int) -> [Int] {
    var level = [folder]
    for steps in stride(from: folders[folder].nearest, to: 0, by: -1) {
      level = level.flatMap { folders[$0].folders.values }.filter { folders[$0].nearest == steps - 1 }
    }
    return level.flatMap { folders[$0].files }
  }
}
