/// Patterns for the paths of files: `*` and `?` within a name, `**` for any folders.
///
/// A pattern without a slash, or with one at its end only, fits a file or a folder of that name wherever it is, with all
/// that is in it. Any other begins at the base: the folder of the configuration.
struct GlobSet: Sendable, Equatable {
  let patterns: [String]
  /// The folder where patterns begin, without a slash at its end; absolute.
  private let base: [[UInt8]]
  /// The folder where relative paths begin.
  private let working: [[UInt8]]
  private let parts: [[[UInt8]]]

  init(_ patterns: [String], base: String, working: String) {
    self.patterns = patterns
    self.base = GlobSet.names(base)
    self.working = GlobSet.names(working)
    parts = patterns.compactMap { pattern in
      let names = GlobSet.names(pattern)
      if names.isEmpty { return nil }
      let isAnywhere = !pattern.utf8.dropLast().contains(UInt8(ascii: "/"))
      return (isAnywhere ? [Array("**".utf8)] : []) + names
    }
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Whether one of the patterns fits a path, or a folder that it is in.
  func matches(_ path: String) -> Bool {
    if parts.isEmpty { return false }
    let names = GlobSet.names((path.utf8.first == UInt8(ascii: "/") ? [] : working) + GlobSet.split(path))
    // What is not below the base is matched from the root.
    let below = names.starts(with: base) ? Array(names.dropFirst(base.count)) : names
    return parts.contains { pattern in
      (1...max(1, below.count)).contains { GlobSet.fits(pattern[...], below.prefix($0)) }
    }
  }

  private static func split(_ path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
  }

  private static func names(_ path: String) -> [[UInt8]] { names(split(path)) }

  /// The names without `.` and `..`.
  private static func names(_ split: [[UInt8]]) -> [[UInt8]] {
    split.reduce(into: []) { names, name in
      if name == Array("..".utf8) { _ = names.popLast() } else if name != Array(".".utf8) { names.append(name) }
    }
  }

  /// Whether a pattern fits names, all of both. `**` tries once for each name, so the time is that of the product.
  private static func fits(_ pattern: ArraySlice<[UInt8]>, _ names: ArraySlice<[UInt8]>) -> Bool {
    matches(Array(pattern), Array(names), isAny: { $0 == Array("**".utf8) }) { fits(name: $0, $1) }
  }

  private static func fits(name pattern: [UInt8], _ name: [UInt8]) -> Bool {
    matches(pattern, name, isAny: { $0 == UInt8(ascii: "*") }) { $0 == UInt8(ascii: "?") || $0 == $1 }
  }

  /// Matches items with wildcards that stand for any number of them: where the rest does not fit, the last wildcard takes
  /// one more, so that hostile patterns take no longer than the product of both lengths.
  private static func matches<Item>(
    _ pattern: [Item], _ items: [Item], isAny: (Item) -> Bool, _ fits: (Item, Item) -> Bool
  ) -> Bool {
    var (place, item) = (0, 0)
    var retry: (place: Int, item: Int)?
    while item < items.count {
      if place < pattern.count, isAny(pattern[place]) {
        retry = (place, item)
        place += 1
      } else if place < pattern.count, fits(pattern[place], items[item]) {
        place += 1
        item += 1
      } else if let last = retry {
        retry = (last.place, last.item + 1)
        (place, item) = (last.place + 1, last.item + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy(isAny)
  }
}
