#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entries of a folder.
package enum Folder {
  /// A name in a folder, with the kind that the folder's listing states.
  package struct Entry {
    package enum Kind { case file, folder, other, unknown }

    package let name: [UInt8]
    package let kind: Kind

    /// Whether the name begins with a dot.
    package var isHidden: Bool { name.first == UInt8(ascii: ".") }
  }

  /// All entries, including hidden ones, in the order of their bytes.
  package static func entries(of path: FilePath) throws(SystemError) -> [Entry] {
    guard let stream = path.withCString({ opendir($0) }) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let name = name(of: entry)
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
      entries.append(Entry(name: name, kind: kind(entry.pointee.d_type)))
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return entries
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
    let start = UnsafeRawPointer(entry) + offset
    let length = strlen(start.assumingMemoryBound(to: CChar.self))
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// The values of `d_type`, which are the same on every system that has it.
  private static func kind(_ type: UInt8) -> Entry.Kind {
    switch type {
    case 8: .file
    case 4: .folder
    // A link, or a file system that does not state the kind.
    case 10, 0: .unknown
    default: .other
    }
  }
}
