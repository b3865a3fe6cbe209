import FHIRRowStore

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

  /// Opens a path without waiting: since it was listed, a file may have been replaced by a pipe without a writer.
  package init(_ path: FilePath) throws(SystemError) {
    try self.init(path, O_NONBLOCK)
  }

  /// Opens a path; for a pipe, waits for a writer.
  package init(waitingFor path: FilePath) throws(SystemError) {
    try self.init(path, 0)
  }

  private init(_ path: FilePath, _ flags: Int32) throws(SystemError) {
    descriptor = Int32(
      try SystemError.retrying { path.withCString { Int(open($0, O_RDONLY | O_CLOEXEC | flags)) } })
    closes = true
  }

  /// Uses a descriptor that its owner opened and will close.
  package init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    closes = false
  }

  private init(owning descriptor: Int32) {
    self.descriptor = descriptor
    closes = true
  }

  /// How many bytes are free on the file's volume.
  package func freeBytes() throws(SystemError) -> Int {
    var info = statvfs()
    _ = try SystemError.retrying { Int(fstatvfs(descriptor, &info)) }
    let (bytes, isTooLarge) = Int(clamping: info.f_bavail).multipliedReportingOverflow(by: Int(clamping: info.f_frsize))
    return isTooLarge ? .max : bytes
  }

  /// A file without a name that disappears with its descriptor.
  package static func temporary() throws(SystemError) -> OpenFile {
    do {
      return OpenFile(owning: try TemporaryFile.open())
    } catch {
      throw SystemError(code: error.code)
    }
  }

  deinit {
    if closes { close(descriptor) }
  }

  /// Whether the offset is at the start of the file; that of an inherited descriptor may be elsewhere.
  package var isAtStart: Bool { closes || lseek(descriptor, 0, SEEK_CUR) == 0 }

  /// The facts about the file that are known without reading it.
  package func attributes() throws(SystemError) -> FileAttributes {
    var info = stat()
    _ = try SystemError.retrying { Int(fstat(descriptor, &info)) }
    return FileAttributes(info)
  }

  /// Reads from the current offset; returns 0 at the end.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try SystemError.retrying { systemRead(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Reads from an offset, without moving the file's own; returns 0 at the end.
  package static func read(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    try SystemError.retrying { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
  }

  /// Writes all of the bytes.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let written = try SystemError.retrying { systemWrite(descriptor, rest.baseAddress, rest.count) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }
}

// Outside of the type, because the type's methods would shadow the system calls.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Kind, size, time and identity of a file.
package struct FileAttributes: Equatable {
  package enum Kind { case file, folder, other }

  package let kind: Kind
  package let size: Int
  /// The time of the last change of the content.
  private let seconds: Int
  private let nanoseconds: Int
  /// Device and inode: the same for every name of a file.
  package let identity: FileIdentity
  /// The user whom it belongs to.
  package let owner: UInt32
  /// The time of the last change of content, name, or permissions, in nanoseconds: nobody can set it.
  package let changeTime: Int

  /// Whether the content is the same as far as can be told; a new name or owner changes nothing of it.
  package static func == (a: FileAttributes, b: FileAttributes) -> Bool {
    (a.kind, a.size, a.seconds, a.nanoseconds) == (b.kind, b.size, b.seconds, b.nanoseconds) && a.identity == b.identity
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
    changeTime = Int(change.tv_sec) &* 1_000_000_000 &+ Int(change.tv_nsec)
    owner = info.st_uid
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
    identity = FileIdentity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino))
  }
}

/// The identity of a file, regardless of its name.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64
}
