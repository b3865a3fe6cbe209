import FHIRTape
import ClinicalSources

/// Files in memory, in the order of their names.
package struct MemoryTree: FileTree {
  private let files: [(path: String, bytes: [UInt8])]
  /// The largest number of bytes in one read.
  private let piece: Int

  package init(_ files: [(path: String, bytes: [UInt8])], piece: Int = .max) {
    self.files = files
    self.piece = piece
  }

  package var count: Int { files.count }
  package func path(of file: Int) -> String { files[file].path }
  package func size(of file: Int) -> Int { files[file].bytes.count }
  package func open(_ file: Int) -> MemoryPieces { MemoryPieces(files[file].bytes, piece: piece) }
}

/// Bytes in memory that are read in pieces of one size.
package struct MemoryPieces: ByteSource {
  private let bytes: [UInt8]
  private let piece: Int
  private var position = 0

  package init(_ bytes: [UInt8], piece: Int = .max) {
    self.bytes = bytes
    self.piece = piece
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, piece, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  package mutating func rewind() { position = 0 }
}
