import FHIRTape
import FHIRTerminology

/// Reads a table row by row: fields between separators, quoted or not.
final class DelimitedReader {
  /// How fields are separated, and whether quotation marks may enclose them.
  struct Form: Equatable {
    var separator: UInt8
    var isQuoted: Bool
    /// A line is one field: nothing in it is a separator.
    static let lines = Form(separator: 0, isQuoted: false)
  }

  private var source: any ByteSource
  private let form: Form
  private var buffer: UnsafeMutableRawBufferPointer
  private var (start, end, hasEnded) = (0, 0, false)
  /// The byte that ends a line: of files that have no line feed, the carriage return.
  private var lineEnd: UInt8 = 0x0A
  /// Whether a quotation mark is open at the end of what was read.
  private var isOpen = false
  /// How many fields the first row has.
  private var width = 0
  private var fields: [Range<Int>] = []
  /// The number of the row, the first being 1.
  private(set) var row = 0
  private static let longest = 4 << 20

  init(_ source: any ByteSource, _ form: Form) throws {
    (self.source, self.form) = (source, form)
    buffer = .allocate(byteCount: 256 << 10, alignment: 16)
    try self.source.rewind()
    try fill()
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
    // Later ones may stand in fields.
    let first = buffer[..<end].drop { $0 != 0x0A && $0 != 0x0D }
    if first.first == 0x0D, !first.starts(with: [0x0D, 0x0A]) { lineEnd = 0x0D }
  }

  deinit { buffer.deallocate() }

  var count: Int { fields.count }

  /// A field of the row, valid until the next row; empty if the row is shorter.
  subscript(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    guard column >= 0, column < fields.count, let base = buffer.baseAddress else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let range = fields[column]
    return UnsafeBufferPointer(start: (base + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  func text(_ column: Int) -> String { String(decoding: self[column], as: UTF8.self) }

  private func fill() throws {
    while end < buffer.count, !hasEnded {
      let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
      if count == 0 { hasEnded = true }
      end += count
    }
  }

  /// Moves the rest to the front and reads on.
  private func slide() throws {
    let rest = end - start
    if rest == buffer.count {
      guard rest < Self.longest else {
        throw TerminologyPackError("row \(row + 1) is longer than \(Self.longest >> 20) MiB; this is no such table")
      }
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: rest * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      buffer.deallocate()
      buffer = larger
    } else if start > 0, let base = buffer.baseAddress {
      base.copyMemory(from: base + start, byteCount: rest)
    }
    (start, end) = (0, rest)
    try fill()
  }

  /// Reads the next row that is not empty; returns false at the end.
  ///
  /// - Throws: where the file is cut: within quotation marks, or in a last row without a line end and some of its fields;
  ///   and where a row has other fields than the first.
  func next() throws -> Bool {
    while true {
      var length = rowLength()
      while length == nil, !hasEnded {
        try slide()
        length = rowLength()
      }
      if length == nil, start == end { return false }
      let stop = start + (length ?? end - start)
      row += 1
      if length == nil, isOpen, row > 1 { throw TerminologyPackError("the quotation mark in row \(row) is not closed") }
      split(start..<stop)
      width = width > 0 ? width : fields.count
      let isBlank = fields.count == 1 && !self[0].contains { $0 > 0x20 }
      let isCut = length == nil && (fields.count < width || form == .lines)
      // A field too few or too many would give the fields behind it to other columns.
      if !isBlank, isCut || form.isQuoted && fields.count != width {
        let fault = isCut ? "has no line end; the file is cut" : "has \(fields.count) fields, the first row \(width)"
        throw TerminologyPackError("row \(row) \(fault)")
      }
      start = min(stop + 1, end)
      if !isBlank { return true }
    }
  }

  /// The number of bytes before the line end of the row; `nil` if the buffer does not have it.
  private func rowLength() -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    guard form.isQuoted else { return bytes.firstIndex(of: lineEnd) }
    isOpen = false
    // A mark opens a field at its beginning, behind blanks, or behind one just closed: two of them are one in the text.
    var (mayOpen, isAtBeginning) = (true, true)
    for place in 0..<bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\""), isOpen || mayOpen {
        isOpen.toggle()
        (mayOpen, isAtBeginning) = (!isOpen, false)
      } else if byte == lineEnd, !isOpen {
        return place
      } else {
        isAtBeginning = !isOpen && (byte == form.separator || isAtBeginning && byte == 0x20)
        mayOpen = isAtBeginning
      }
    }
    return nil
  }

  /// Finds the fields, and removes quotation marks in place.
  private func split(_ range: Range<Int>) {
    fields.removeAll(keepingCapacity: true)
    var (place, end) = (range.lowerBound, range.upperBound)
    if end > place, buffer[end - 1] == 0x0D { end -= 1 }
    while true {
      let first = place
      while form.isQuoted, place < end, buffer[place] == 0x20 { place += 1 }
      if form.isQuoted, place < end, buffer[place] == UInt8(ascii: "\"") {
        place += 1
        var written = first
        while place < end {
          if buffer[place] == UInt8(ascii: "\"") {
            place += 1
            guard place < end, buffer[place] == UInt8(ascii: "\"") else { break }
          }
          buffer[written] = buffer[place]
          written += 1
          place += 1
        }
        // What follows the closing mark up to the separator belongs to no field.
        while place < end, buffer[place] != form.separator { place += 1 }
        fields.append(first..<written)
      } else {
        while place < end, buffer[place] != form.separator { place += 1 }
        fields.append(first..<place)
      }
      if place >= end { return }
      place += 1
    }
  }

  /// The form of a table by its first line; `nil` if it is none.
  static func form(ofLine line: String) -> Form? {
    let counts = [UInt8(ascii: "\t"), UInt8(ascii: "|"), UInt8(ascii: ","), UInt8(ascii: ";")].map { separator in
      (separator, line.utf8.count { $0 == separator })
    }
    guard let best = counts.max(by: { $0.1 < $1.1 }), best.1 > 0 else { return nil }
    // Texts in these tables may begin with a quotation mark.
    let isPlain = ["effectivetime", "productndc"].contains { line.lowercased().contains($0) }
    return Form(separator: best.0, isQuoted: best.0 != UInt8(ascii: "|") && !isPlain)
  }
}

/// The columns of a table by their names, in any order and case.
struct Header {
  let names: [String]
  /// The first row as it is: that of a table without names of columns is its content.
  let row: [String]

  init(_ names: [String]) {
    row = names
    self.names = names.map { name in
      String(name.filter { !$0.isWhitespace && $0 != "_" && $0 != "-" && $0 != "\u{FEFF}" }).lowercased()
    }
  }

  /// The place of a column, -1 if there is none.
  func column(_ name: String) -> Int {
    let wanted = name.filter { $0 != "_" }.lowercased()
    return names.firstIndex { $0 == wanted } ?? -1
  }

  func has(_ names: String...) -> Bool { names.allSatisfy { column($0) >= 0 } }
}
