import FHIRSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is open for reading; closed at the end of its lifetime.
package struct OpenFile: ~Copyable {
  package let descriptor: Int32
  private let closes: Bool

  /// Opens a path, by default without waiting: since it was listed, a file may have become a pipe without a writer.
  package init(_ path: FilePath, waits: Bool = false) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
    self.init(Int32(try SystemError.retrying { path.withCString { Int(open($0, flags)) } }), closes: true)
  }

  /// Uses a descriptor, which its owner closes.
  package init(_ descriptor: Int32, closes: Bool) { (self.descriptor, self.closes) = (descriptor, closes) }

  package func freeBytes() throws(SystemError) -> Int {
    var info = statvfs()
    _ = try SystemError.retrying { Int(fstatvfs(descriptor, &info)) }
    let (bytes, isTooLarge) = Int(clamping: info.f_bavail).multipliedReportingOverflow(by: Int(clamping: info.f_frsize))
    return isTooLarge ? .max : bytes
  }

  /// A file without a name that disappears with its descriptor.
  package static func temporary() throws(SystemError) -> OpenFile {
    do { return OpenFile(try TemporaryFile.open(), closes: true) } catch { throw SystemError(code: error.code) }
  }

  deinit { if closes { close(descriptor) } }

  /// Whether the offset is at the start of the file; that of an inherited descriptor may be elsewhere.
  package var isAtStart: Bool { closes || lseek(descriptor, 0, SEEK_CUR) == 0 }

  package func attributes() throws(SystemError) -> FileAttributes {
    var info = stat()
    _ = try SystemError.retrying { Int(fstat(descriptor, &info)) }
    return FileAttributes(info)
  }

  /// Reads from an offset, without moving the file's own, or else from that; returns 0 at the end.
  package static func read(
    _ descriptor: Int32, at offset: Int? = nil, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    try SystemError.retrying {
      guard let offset else { return systemRead(descriptor, buffer.baseAddress, buffer.count) }
      return pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = try SystemError.retrying { systemWrite(descriptor, rest.baseAddress, rest.count) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }
}

// Outside of the type, because the type's methods would shadow the system calls.
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = write

package struct FileAttributes: Equatable {
  package enum Kind { case file, folder, other }

  package let kind: Kind
  package let size: Int
  /// The time of the last change of the content, in nanoseconds.
  private let contentTime: Int
  /// Device and inode: the same for every name of a file.
  package let identity: FileIdentity
  package let owner: UInt32
  /// The time of the last change of content, name, or permissions, in nanoseconds: nobody can set it.
  package let changeTime: Int

  /// Whether the content is the same as far as can be told; a new name or owner changes nothing of it.
  package static func == (a: FileAttributes, b: FileAttributes) -> Bool {
    (a.kind, a.size, a.contentTime) == (b.kind, b.size, b.contentTime) && a.identity == b.identity
  }

  /// Reads the attributes of a path; symbolic links are followed.
  package init(of path: FilePath) throws(SystemError) {
    var info = stat()
    _ = try SystemError.retrying { path.withCString { Int(stat($0, &info)) } }
    self.init(info)
  }

  fileprivate init(_ info: stat) {
    switch info.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    size = Int(info.st_size)
    #if canImport(Darwin)
      let (time, change) = (info.st_mtimespec, info.st_ctimespec)
    #else
      let (time, change) = (info.st_mtim, info.st_ctim)
    #endif
    func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec) }
    (contentTime, changeTime, owner) = (nanoseconds(time), nanoseconds(change), info.st_uid)
    identity = FileIdentity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino))
  }
}

package struct FileIdentity: Hashable, Sendable {
  package let device, inode: UInt64
}

/// A failed system call, with a reason in the same words on every platform.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`, or one of the negative codes below, which no system uses.
  package let code: Int32
  /// The path that the caller named; `nil` if the error is reported with its path.
  var path: String?

  package var description: String { (path.map { "\($0): " } ?? "") + reason }

  package init(code: Int32) { self.code = code }

  /// Calls `body`, whose errors are about a path.
  package static func naming<Result: ~Copyable>(
    _ path: String, _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      var named = error
      named.path = error.path ?? path
      throw named
    }
  }

  package static var last: SystemError { SystemError(code: errno) }

  /// Whether the reader of the output has closed it.
  package var isClosedPipe: Bool { code == EPIPE }

  package var reason: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOTDIR: "a part of the path is not a folder"
    case EISDIR: "is a folder"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the path is too long"
    case EMFILE, ENFILE: "too many open files"
    case ENOSPC: "no space left on the device"
    case EIO: "input/output error"
    case EBADF: "is closed"
    case EFBIG: "the file would become larger than is allowed"
    case SystemError.isNoFile: "is neither a file nor a folder any more"
    case SystemError.hasChanged: "changed while it was read"
    case SystemError.isEndless: "it states no size and gives more than is kept of it; see --max-pipe"
    case SystemError.isTooLarge: "a file in it is larger than what is kept of a pipe; see --max-pipe"
    case SystemError.isNotFramed:
      "expected a line with the name and the length of a file, and numbers up to 2^53; see --stdin-names"
    default: strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
  }

  /// Repeats a call as long as it is interrupted.
  package static func retrying(_ call: () -> Int) throws(SystemError) -> Int {
    var result = call()
    while result < 0, errno == EINTR { result = call() }
    if result < 0 { throw .last }
    return result
  }

  package static let isFolder = EISDIR
  static let isNoFolder = ENOTDIR
  package static let isNoFile: Int32 = -1
  package static let hasChanged: Int32 = -2
  package static let isEndless: Int32 = -3
  package static let isNotFramed: Int32 = -4
  package static let isTooLarge: Int32 = -5
}

extension FilePath {
  /// The path without symbolic links, absolute; if there is no such file, the path itself.
  package var resolved: FilePath {
    withCString { path in
      guard let real = realpath(path, nil) else { return self }
      defer { free(real) }
      return FilePath(UnsafeRawBufferPointer(start: real, count: strlen(real)).map { $0 })
    }
  }

  /// An entry of a folder, and whether the listing states that it is a file. Some file systems do not state the kind.
  typealias Entry = (name: [UInt8], isFile: Bool)

  /// All entries of a folder, including hidden ones, in the order of their bytes.
  func entries() throws(SystemError) -> [Entry] {
    guard let stream = withCString({ opendir($0) }) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let length = strlen(start.assumingMemoryBound(to: CChar.self))
      let name = Array(UnsafeRawBufferPointer(start: start, count: length))
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
      // `DT_REG`, which is the same on every system that has it.
      entries.append((name, entry.pointee.d_type == 8))
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return entries
  }
}
