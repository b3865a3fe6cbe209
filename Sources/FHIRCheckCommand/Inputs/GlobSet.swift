/// Patterns for the paths of files: `*` and `?` within a name, `**` for any folders. A pattern without a slash, or with
/// only a trailing one, matches a file or folder with that name anywhere, including a folder's content. Any other
/// pattern is relative to the base: the folder of the configuration.
struct GlobSet: Sendable {
  /// The base folder of patterns, without a trailing slash; absolute.
  private let base: [[UInt8]]
  private let working: [[UInt8]]
  private let parts: [[[UInt8]]]

  init(_ patterns: [String], base: String, working: String) {
    self.base = patterns.isEmpty ? [] : GlobSet.names(base)
    self.working = patterns.isEmpty ? [] : GlobSet.names(working)
    parts = patterns.compactMap { pattern in
      let names = GlobSet.names(pattern)
      if names.isEmpty { return nil }
      let isAnywhere = !pattern.utf8.dropLast().contains(UInt8(ascii: "/"))
      return (isAnywhere ? [Array("**".utf8)] : []) + names
    }
  }

  /// Whether a pattern matches a path, or a folder on it.
  func matches(_ path: String) -> Bool {
    if parts.isEmpty { return false }
    let names = GlobSet.names((path.utf8.first == UInt8(ascii: "/") ? [] : working) + GlobSet.split(path))
    // Paths outside the base are matched from the root.
    let below = names.starts(with: base) ? Array(names.dropFirst(base.count)) : names
    return parts.contains { pattern in
      (1...max(1, below.count)).contains { GlobSet.fits(pattern[...], below.prefix($0)) }
    }
  }

  private static func split(_ path: String) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
  }

  private static func names(_ path: String) -> [[UInt8]] { names(split(path)) }

  private static func names(_ split: [[UInt8]]) -> [[UInt8]] {
    split.reduce(into: []) { names, name in
      if name == Array("..".utf8) { _ = names.popLast() } else if name != Array(".".utf8) { names.append(name) }
    }
  }

  /// Whether a whole pattern matches all names. The time is the product of the lengths: `**` is tried once a name.
  private static func fits(_ pattern: ArraySlice<[UInt8]>, _ names: ArraySlice<[UInt8]>) -> Bool {
    matches(Array(pattern), Array(names), isAny: { $0 == Array("**".utf8) }) { fits(name: $0, $1) }
  }

  private static func fits(name pattern: [UInt8], _ name: [UInt8]) -> Bool {
    matches(pattern, name, isAny: { $0 == UInt8(ascii: "*") }) { $0 == UInt8(ascii: "?") || $0 == $1 }
  }

  /// Matches items with wildcards for any number of items. If the rest does not match, only the last wildcard takes one
  /// more item, so the time for hostile patterns is at most the product of both lengths.
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
