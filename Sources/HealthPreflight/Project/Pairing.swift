import FHIRSupport

/// Determines the Info.plist for each file of entitlements.
///
/// Xcode decides by build settings, which are not read. Here, folders decide: entitlements belong to the Info.plist in
/// their own folder, or else to the nearest one in a folder above or below it; never to one in a sibling folder, which
/// belongs to another target. Among several equally near ones, the one whose name is a prefix of the entitlements' name
/// is chosen: `App.entitlements` and `AppDebug.entitlements` go with `App-Info.plist` and with `App/Info.plist`. If the
/// choice is still ambiguous, the file is not paired, and a finding reports it.
///
/// An Info.plist may have several entitlements, such as those for debug and release. Files that were named one by one
/// are taken to belong together if only one of them is an Info.plist.
///
/// The time is linear in the number of paths: files are not compared pairwise.
struct Pairing {
  enum Outcome: Equatable {
    /// The index of its Info.plist in the list.
    case paired(Int)
    case none
    /// The number of equally near ones.
    case several(Int)
  }

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
      let count = nearest.reduce(0) { $0 + tree.stems(below: $1).numbers.count }
      if count == 0 { return .none }
      if count == 1 { return .paired(tree.stems(below: nearest[0]).numbers[0]) }
      let stem = StemPrefixes(of: path.stem)
      let best = nearest.compactMap { tree.stems(below: $0).longest(beginning: stem) }
      guard let longest = best.map(\.length).max() else { return .several(count) }
      let files = best.filter { $0.length == longest }
      // Two files with the same name are as ambiguous as none.
      guard files.count == 1, let file = files[0].file else { return .several(count) }
      return .paired(file)
    }
  }
}

/// The names of some files in lower case, to find the longest one that is a prefix of another name.
struct StemTable {
  let numbers: [Int]
  /// The files by their names; `nil` for a name of several files.
  private var files: [ArraySlice<UInt8>: Int?] = [:]

  init(_ numbers: [Int], _ stems: [String]) {
    self.numbers = numbers
    for number in numbers where !stems[number].isEmpty {
      let name = StemPrefixes(of: stems[number]).bytes[...]
      files[name] = .some(files[name] == nil ? number : nil)
    }
  }

  /// The longest name that is a prefix of the other and ends where a word does; its file is `nil` if several have it.
  func longest(beginning stem: StemPrefixes) -> (length: Int, file: Int?)? {
    for end in stem.ends.reversed() where end.endsWord {
      if let file = files[stem.bytes[..<end.length]] { return (end.length, file) }
    }
    return nil
  }
}

struct StemPrefixes {
  private(set) var bytes: [UInt8] = []
  /// For the end of each character: the number of bytes up to there, and whether the next character may begin a word:
  /// `App` is a prefix of `AppDebug` and not of `Apple`.
  private(set) var ends: [(length: Int, endsWord: Bool)] = []

  init(of name: String) {
    for scalar in name.unicodeScalars {
      if let last = ends.indices.last { ends[last].endsWord = !scalar.properties.isLowercase }
      bytes += scalar.properties.lowercaseMapping.utf8
      ends.append((bytes.count, true))
    }
  }
}

/// The folders of some files of a project, to find the files nearest to another file.
///
/// The files in a file's own folder, and in folders above and below it, are in its reach; those beside it are not.
///
/// ```text
/// p             Info.plist                  p/App/App.entitlements: around it p/Info.plist, one step away,
/// p/App                                     and below it p/App/Deep/Info.plist, one step away
/// p/App/Deep    Info.plist
/// ```
struct ProjectTree {
  private struct Folder {
    var folders: [ByteText: Int] = [:]
    /// The distance of the nearest files in or below the folder, and these files.
    var (steps, files): (Int, [Int]) = (.max, [])
  }

  private var folders = [Folder()]
  private let stems: [String]
  /// The names of the nearest files of the folders that somebody has asked for.
  private var tables: [Int: StemTable] = [:]

  init(_ paths: [ProjectPath]) {
    stems = paths.map(\.stem)
    for (file, path) in paths.enumerated() {
      var way = [0]
      for name in path.folders {
        let (last, next) = (way[way.count - 1], folders.count)
        way.append(folders[last].folders[name] ?? next)
        if way.last == next {
          folders[last].folders[name] = next
          folders.append(Folder())
        }
      }
      for (steps, folder) in way.reversed().enumerated() where steps <= folders[folder].steps {
        if steps < folders[folder].steps { (folders[folder].steps, folders[folder].files) = (steps, []) }
        folders[folder].files.append(file)
      }
    }
  }

  /// The folders whose nearest files are the nearest to a file: one, or two that are equally near, or none.
  func nearest(to path: ProjectPath) -> [Int] {
    var folder = 0
    // The last folder above that of the file that has files, and its depth.
    var around: (folder: Int, depth: Int)?
    for (depth, name) in path.folders.enumerated() {
      if folders[folder].steps == 0 { around = (folder, depth) }
      guard let next = folders[folder].folders[name] else { return around.map { [$0.folder] } ?? [] }
      folder = next
    }
    let below = folders[folder].steps
    guard let around else { return below < .max ? [folder] : [] }
    let above = path.folders.count - around.depth
    return above < below ? [around.folder] : below < above ? [folder] : [around.folder, folder]
  }

  func reaches(_ path: ProjectPath) -> Bool { !nearest(to: path).isEmpty }

  mutating func stems(below folder: Int) -> StemTable {
    if let known = tables[folder] { return known }
    let table = StemTable(folders[folder].files, stems)
    tables[folder] = table
    return table
  }
}
