import FHIRSupport

/// The addresses and references of a Bundle that is larger than the memory for them, sorted by address.
///
/// Rows are those of ``BundleRow``; beyond some thousands they go to a temporary file. The details for findings are
/// appended to a second file.
final class BundleStore {
  let rows: RowSorter
  /// Whether the rows include the addresses of the tables.
  var hasAddresses = false
  private var details: TemporaryFile?
  private var unwritten: [UInt8] = []

  /// - Parameter budget: the memory for rows, in bytes.
  init(budget: Int) {
    rows = RowSorter(budget: budget)
  }

  /// Stores some bytes; returns the number for ``load(_:_:)``.
  func keep(_ bytes: UnsafeRawBufferPointer) throws(TemporaryFileError) -> Int {
    if unwritten.count >= 256 << 10 { try write() }
    let number = (details?.count ?? 0) + unwritten.count
    unwritten.append(contentsOf: bytes)
    return number
  }

  private func write() throws(TemporaryFileError) {
    let file = if let details { details } else { try TemporaryFile() }
    details = file
    let failure: TemporaryFileError? = unwritten.withUnsafeBytes { bytes in
      do throws(TemporaryFileError) {
        try file.append(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    unwritten.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with stored bytes.
  func load<Result>(_ number: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Result) throws(TemporaryFileError)
    -> Result
  {
    if !unwritten.isEmpty { try write() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 8)
    defer { buffer.deallocate() }
    let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    try details?.read(at: number, into: bytes)
    return body(UnsafeRawBufferPointer(bytes))
  }
}
