import FHIRFindings

/// All entries of a zip or tar archive except folders, checked as far as possible without reading their data.
struct ArchiveListing {
  var entries: [ArchiveEntry] = []
  private var nameBytes = 0
  private(set) var faults: [SourceFault] = []
  /// Whether the entries were found by their own headers, because the directory is missing or damaged.
  private(set) var isRecovered = false
  private(set) var headerCount = ZipHeader.fixedCount
  /// The entries that can be opened, in the order of their names.
  private(set) var files: [UInt32] = []
  private(set) var hiddenCount = 0
  private var folders: [ArchiveEntry] = []
  /// How many entries exceed the limits and are not listed.
  private(set) var unlistedCount = 0
  let limits: ArchiveLimits

  init<Bytes: RandomAccessBytes>(_ bytes: Bytes, _ limits: ArchiveLimits) throws {
    self.limits = limits
    let window = ByteWindow(bytes, size: 256 << 10)
    var end = bytes.count
    var own: [Range<Int>]?
    do {
      let directoryEnd = try ZipDirectoryEnd(of: bytes, window)
      end = try readDirectory(directoryEnd, window)
      own = [end..<end + directoryEnd.directory.size, directoryEnd.offset..<directoryEnd.archiveEnd]
    } catch let fault as SourceFault {
      (entries, nameBytes, folders, faults, unlistedCount) = ([], 0, [], [fault], 0)
      isRecovered = true
      try recover(bytes, window)
    }
    findTruncated(dataEnd: end)
    findDuplicates()
    findOverlaps()
    judgeSizes()
    // An entry at a wrong place is an error already, and its data is anywhere.
    let isPlaced = !entries.contains { $0.fault == .beyondEnd || $0.fault == .overlapping }
    if let own, isPlaced, unlistedCount == 0 { try findUnlisted(bytes, entries + folders, own) }
    folders = []
    sortFiles()
  }

  /// Lists a tar archive by its headers; the entry in which it ends is listed too, because its beginning can be read. A
  /// fault is why bytes that were compressed end early.
  init<Bytes: RandomAccessBytes>(tar bytes: Bytes, _ limits: ArchiveLimits, _ fault: SourceFault?) throws {
    (self.limits, headerCount) = (limits, TarHeader.size)
    faults = [fault].compactMap(\.self)
    var reader = TarReader(ByteRange(bytes))
    let window = ByteWindow(bytes, size: TarHeader.size)
    let padding = "only zeros between the entries"
    do {
      while let entry = try reader.next() {
        let start = entry.start
        var name = entry.ownName
        let judged = ArchiveName(bytes: name, isUTF8: true)
        let leadsOut = judged.leadsOut && !(name.isEmpty && entry.kind == .folder)
        if entry.kind == .folder, name.last != UInt8(ascii: "/") { name.append(UInt8(ascii: "/")) }
        let refused: ArchiveEntryFault? =
          [.link, .device, .folder].contains(entry.kind) ? .notAFile : entry.kind == .other ? .unknownForm : nil
        if entry.kind != .folder || leadsOut || entry.count > 0 {
          append(
            ArchiveEntry(stored: start..<start + entry.count, name: Array(name), at: entry.header), judged,
            leadsOut ? .unsafePath : refused)
        }
        let end = min(entry.end, bytes.count)
        // A program that fills blocks with anything does so everywhere: the first is told.
        if faults.isEmpty { try addUnlisted(min(start + entry.count, end)..<end, window, expected: padding) }
        reader.skip(entry, to: ByteRange(bytes, end..<bytes.count))
        if entry.end > bytes.count { break }
      }
      if faults.isEmpty, let place = reader.firstPadded {
        faults.append(SourceFault(.trailingData, place, expected: padding, found: "other bytes"))
      }
      if fault == nil {
        let end = bytes.count
        if !reader.hasEnd {
          faults.append(
            SourceFault(.truncated, end, expected: "two blocks of zeros at the end of the archive", found: "its end"))
        } else if try !reader.finish() {
          faults.append(
            SourceFault(.trailingData, reader.place, expected: "only zeros behind the archive", found: "other bytes"))
        }
      }
    } catch let found as TarFault {
      let rule = found.isEnd ? Rule.truncated : .damagedDirectory
      if fault == nil { faults.append(SourceFault(rule, found.offset, found.sentence)) }
    }
    findDuplicates()
    judgeSizes()
    sortFiles()
  }

  private mutating func sortFiles() {
    let shown = healthy.filter { !name(of: $0).isHidden }
    hiddenCount = healthy.count - shown.count
    files = shown.map { UInt32($0) }.sorted { ArchiveName.isBefore(entries[Int($0)].name, entries[Int($1)].name) }
  }

  var notOpenedCount: Int { entries.count(where: { $0.fault != nil }) + unlistedCount }
  func entry(of file: Int) -> ArchiveEntry { entries[Int(files[file])] }
  func path(of file: Int) -> String { name(of: Int(files[file])).text }

  func name(of entry: Int) -> ArchiveName {
    ArchiveName(bytes: entries[entry].name[...], isUTF8: entries[entry].isUTF8)
  }

  mutating func append(_ header: ZipHeader, named name: [UInt8], at offset: Int, shift: Int = 0) {
    let isFolder = name.last == UInt8(ascii: "/")
    let judged = ArchiveName(bytes: name[...], isUTF8: header.isUTF8)
    let entry = ArchiveEntry(header, name: name, at: offset, shift: shift)
    var fault = fault(of: header, judged, isFolder: isFolder)
    if isFolder, fault == nil {
      // Some tools deflate the nothing of a folder, which takes two bytes.
      guard entry.size > 0 || entry.packedSize > 2 else { return folders.append(entry) }
      fault = .notAFile
    }
    append(entry, judged, fault)
  }

  /// Adds an entry with the reason not to open it, unless there are too many.
  private mutating func append(_ entry: ArchiveEntry, _ judged: ArchiveName, _ fault: ArchiveEntryFault?) {
    guard entries.count < limits.maximumEntries, nameBytes + entry.name.count <= limits.maximumDirectoryBytes else {
      unlistedCount += 1
      return
    }
    var entry = entry
    entry.fault = fault
    entry.isNameUnclear = !judged.isValidUTF8
    nameBytes += entry.name.count
    entries.append(entry)
  }

  /// Reads the directory, and returns its offset.
  private mutating func readDirectory<Bytes>(_ end: ZipDirectoryEnd, _ window: ByteWindow<Bytes>) throws -> Int {
    // Bytes before the archive, such as a self-extracting program, shift all offsets.
    let actual = end.offset - end.directory.size
    let isMoved = try actual > end.directory.offset && ZipHeader(at: end.directory.offset, window) == nil
    let shift = isMoved ? actual - end.directory.offset : 0
    let start = end.directory.offset + shift
    guard start >= 0, end.directory.size <= end.offset - start else {
      throw SourceFault.damagedDirectory(
        at: end.offset,
        "expected the directory before its end, found its offset as \(end.directory.offset) and its size as "
          + "\(end.directory.size)")
    }
    var place = start
    var count = 0
    while place < start + end.directory.size, unlistedCount == 0 {
      guard let header = try ZipHeader(at: place, window) else {
        throw SourceFault.damagedDirectory(
          at: place,
          "expected entry \(count + 1) of the directory, found other bytes; entries were read by their own headers")
      }
      let whole = try window.bytes(at: place, count: header.count)
      let name = whole[ZipHeader.fixedCount..<ZipHeader.fixedCount + header.nameCount]
      append(header, named: Array(name), at: place, shift: shift)
      count += 1
      place += header.count
    }
    if unlistedCount > 0 {
      unlistedCount = max(1, end.count - entries.count)
    } else if end.isCountShort ? count & 0xFFFF != end.count : count != end.count {
      faults.append(
        .damagedDirectory(
          at: end.offset, "expected \(end.count) entries, as the end of the directory says, found \(count)"))
    }
    return start
  }

  /// The reason not to open an entry, as far as its own header shows one.
  private func fault(of header: ZipHeader, _ name: ArchiveName, isFolder: Bool) -> ArchiveEntryFault? {
    if name.leadsOut { return .unsafePath }
    if isFolder { return nil }
    // Unix, and macOS by its own number; the upper bits of the mode give the kind of the entry.
    if [3, 19].contains(header.system), ![0, 0o10].contains(header.mode >> 12) { return .notAFile }
    if header.isEncrypted { return .encrypted }
    if header.method != 0, header.method != 8 { return .unsupportedMethod }
    return header.disk == 0 ? nil : .split
  }

  private mutating func judgeSizes() {
    var (total, packed) = (0, 0)
    for index in entries.indices where entries[index].fault == nil {
      let (sum, isTooLarge) = total.addingReportingOverflow(entries[index].size)
      let (packedSum, isPackedTooLarge) = packed.addingReportingOverflow(entries[index].packedSize)
      if limits.isBeyondRatio(entries[index].size, of: entries[index].packedSize) {
        entries[index].fault = .ratio
      } else if isTooLarge || sum > limits.maximumInflatedBytes {
        entries[index].fault = .beyondTotal
      } else if !isPackedTooLarge, limits.isBeyondRatio(sum, of: packedSum, free: ArchiveLimits.freeArchiveBytes) {
        entries[index].fault = .archiveRatio
      } else {
        (total, packed) = (sum, isPackedTooLarge ? packed : packedSum)
      }
    }
  }

  var healthy: [Int] { entries.indices.filter { entries[$0].fault == nil } }

  /// Reports the faults of the archive as a whole, then those of each entry, in the order of the directory.
  func findings(_ body: (Finding) throws -> Void) rethrows {
    for fault in faults { try body(fault.finding) }
    if let fault = tooManyEntries { try body(fault.finding) }
    var told: Set<ArchiveEntryFault> = []
    for (index, entry) in entries.enumerated() {
      // A limit of the archive as a whole is reported once.
      if let fault = entry.fault, fault == .beyondTotal || fault == .archiveRatio, !told.insert(fault).inserted {
        continue
      }
      if let finding = finding(of: index) { try body(finding.finding) }
    }
  }

  /// A fault of an entry, at its record in the directory.
  func finding(_ rule: Rule, _ index: Int, _ expected: String, _ found: String) -> SourceFault {
    let start = entries.indices.contains(index) ? entries[index].headerOffset : nil
    let range = start.map { $0..<$0 + headerCount } ?? 0..<0
    return SourceFault(rule, at: SourceRange(range), "expected \(expected), found \(found)")
  }

  /// A name for a message, shortened: hostile names are long.
  func name(_ index: Int) -> String {
    let text = name(of: index).text
    if text.utf8.count <= 200 { return "'\(text)'" }
    return "'" + String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) + "...'"
  }

  /// Lists an archive without a usable directory by the entries' own headers, each at the end of the previous data. An
  /// entry that was written to a pipe does not state the length of its data in advance; the data is inflated once to
  /// find its end. The entry in which a truncated archive ends is listed too, because its beginning can be read.
  mutating func recover<Bytes>(_ bytes: Bytes, _ window: ByteWindow<Bytes>) throws {
    var place = 0
    var measured = 0
    while var header = try ZipHeader(at: place, window, isLocal: true), unlistedCount == 0 {
      let whole = try window.bytes(at: place, count: header.count)
      let fixed = ZipHeader.fixedLocalCount
      let name = Array(whole[fixed..<fixed + header.nameCount])
      let start = place + header.count
      var next = start.addingReportingOverflow(header.packedSize)
      if header.hasDescriptor, header.packedSize == 0 {
        // The bytes up to this place hold the data measured so far.
        if limits.isBeyondRatio(measured, of: place, free: ArchiveLimits.freeArchiveBytes) {
          return faults.append(.archiveRatio(at: place, limits))
        }
        let rest = ByteRange(bytes, start..<max(start, bytes.count))
        let (data, packedSize) = try measure(header, rest)
        (header.checksum, header.packedSize, header.size) = (data.value, packedSize ?? rest.count, data.count)
        measured += data.count
        next.partialValue =
          try packedSize.map { try end(ofData: start..<start + $0, inflated: data.count, window) } ?? .max
      }
      append(header, named: name, at: place)
      if next.overflow { break }
      place = next.partialValue
    }
  }

  /// Inflates data of unknown length; the packed size is `nil` if their end is not found.
  private func measure<Bytes>(
    _ header: ZipHeader, _ rest: ByteRange<Bytes>
  ) throws -> (data: ByteChecksum, packedSize: Int?) {
    var data = ByteChecksum()
    guard header.method == 8, !header.isEncrypted else { return (data, nil) }
    let inflater = Inflater(rest)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while !limits.isBeyondRatio(data.count, of: inflater.taken), data.count <= limits.maximumInflatedBytes {
      let (made, ending) = try inflater.inflate(into: buffer)
      data.add(UnsafeRawBufferPointer(rebasing: buffer[..<made]))
      if ending == .ended { return (data, inflater.taken) }
      if ending != .none { break }
    }
    return (data, nil)
  }

  /// The end of the descriptor after the data: with or without a signature, and sizes in eight or in four bytes.
  func end<Bytes>(ofData data: Range<Int>, inflated: Int, _ window: ByteWindow<Bytes>) throws -> Int {
    let (size, place) = (data.count, data.upperBound)
    let descriptor = try window.bytes(at: place, count: 24)
    let first = descriptor.number(at: 0, size: 4) == ZipSignature.descriptor ? 8 : 4
    for width in [8, 4] where descriptor.number(at: first, size: width) == size {
      if width == 4 || descriptor.number(at: first + 8, size: 8) == inflated { return place + first + 2 * width }
    }
    return place
  }

  /// Finds bytes that are neither of an entry of the directory nor of the directory itself: entries that only their own
  /// headers show, and what stands before or behind the archive.
  mutating func findUnlisted<Bytes: RandomAccessBytes>(_ bytes: Bytes, _ entries: [ArchiveEntry], _ own: [Range<Int>])
    throws
  {
    let window = ByteWindow(bytes, size: 1 << 10)
    let listed = entries.map { (range: $0.extent, entry: Optional($0)) } + own.map { (range: $0, entry: nil) }
    var place = 0
    var last: ArchiveEntry?
    for next in listed.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) + [(bytes.count..<bytes.count, nil)] {
      // The extent of an entry lacks what only its own header shows, such as the descriptor behind its data.
      if next.range.lowerBound > place, let entry = last,
        let header = try ZipHeader(at: entry.offset, window, isLocal: true)
      {
        let start = entry.offset + header.count
        place = start + entry.packedSize
        if header.hasDescriptor { place = try end(ofData: start..<place, inflated: entry.size, window) }
      }
      // Both may be said to lie behind the end of the file.
      let end = min(next.range.lowerBound, bytes.count)
      if end > place { try addUnlisted(place..<end, window) }
      guard next.range.upperBound > place else { continue }
      (place, last) = (next.range.upperBound, next.entry)
    }
  }

  /// Adds a fault for bytes that are not all zero.
  private mutating func addUnlisted<Bytes>(
    _ range: Range<Int>, _ window: ByteWindow<Bytes>, expected: String = "only what the directory of the archive lists"
  ) throws {
    var start = range.lowerBound
    while start < range.upperBound {
      let piece = try window.bytes(at: start, count: min(1 << 16, range.upperBound - start))
      if piece.isEmpty { return }
      // By words, since a sparse archive can have gigabytes of zeros.
      var zeros = 0
      while zeros + 8 <= piece.count, piece.loadUnaligned(fromByteOffset: zeros, as: UInt64.self) == 0 { zeros += 8 }
      if let first = piece[zeros...].firstIndex(where: { $0 != 0 }) {
        start += first
        let isEntry = try ZipHeader(at: start, window, isLocal: true) != nil
        let count = range.upperBound - start
        return faults.append(
          SourceFault(
            .trailingData, start, expected: expected,
            found: isEntry ? "an entry that only its own header shows" : "\(count) other byte\(count == 1 ? "" : "s")"))
      }
      start += piece.count
    }
  }
}
