/// Reads the lines of a table of distinctions. One type: all properties are lists of that table, or places in its text.
///
/// This runs before the first record, so words stay slices of the text, and the type that lines are sorted by is looked
/// up once for all lines of the type.
struct DistinctionDraft {
  private(set) var releases: [FHIRRelease] = []
  private(set) var titles: [String] = []
  private(set) var families: [ReleaseSet] = []
  private(set) var profiles: [ReleaseDistinctions.Mark] = []
  private(set) var namedProfiles: [ReleaseDistinctions.NamedProfiles] = []
  private(set) var systems: [ReleaseDistinctions.Mark] = []
  private(set) var bundleTypes: [String] = []
  private(set) var rows: [DistinctionRow] = []
  private var sparseSigns: [SparseSign] = []
  /// How many types and elements have names, including the list of resource types.
  var holders: Int { counts.count }
  /// The whole text, which the rows refer to for their names.
  let names: UnsafeBufferPointer<UInt8>

  private typealias Word = UnsafeBufferPointer<UInt8>
  private var lineNumber = 0
  /// The rows of the resource types.
  private var types: [Int] = []
  /// How many names each holder has, starting with the resource types and the members that hold resources.
  private var counts = [0, 0]
  /// For each release without definitions, the release that it resembles.
  private var likes: [(release: ReleaseNumber, like: ReleaseNumber)] = []
  private var releaseNames: [String] = []
  /// The type or element of the previous line, and its content: most lines have the same.
  private var last: (path: Word, content: UInt16)
  /// The sets of releases so far, by their names; there are few.
  private var sets: [(name: Word, set: ReleaseSet)] = []

  init(_ text: UnsafeBufferPointer<UInt8>) throws(SchemaText.FormatError) {
    names = text
    last = (Word(rebasing: text[..<0]), 0)
    rows.reserveCapacity(text.count / 32)
    var words = SchemaLine()
    var start = 0
    var sparse: [(line: Word, number: Int)] = []
    while start < text.count {
      let end = text.endOfLine(from: start)
      lineNumber += 1
      let line = Word(rebasing: text[start..<end])
      start = end + 1
      if line.hasKeyword("code ") || line.hasKeyword("needs ") {
        sparse.append((line, lineNumber))
        continue
      }
      words.read(line)
      if words.count > 0 { try add(words) }
    }
    // Last, so that the types keep the order of the other lines, by which they are found fast.
    for (line, number) in sparse {
      lineNumber = number
      words.read(line)
      try add(words)
    }
    if releases.isEmpty { throw failure("no release") }
    complete()
  }

  private mutating func add(_ words: borrowing SchemaLine) throws(SchemaText.FormatError) {
    if words.is(0, "member"), words.count > 3 {
      try addMember(words)
    } else if words.is(0, "nested"), words.count == 2 {
      _ = try append(words.bytes(1), of: ReleaseDistinctions.resourceMembers)
    } else if words.is(0, "type"), words.count == 3 {
      try addType(words)
    } else if words.is(0, "code"), words.count > 3 {
      try addSparseSign(.codes, of: words.bytes(1), releases: words.bytes(2), words.bytes(from: 3))
    } else if words.is(0, "needs"), words.count > 3 {
      try addSparseSign(.needs, of: words.bytes(1), releases: words.bytes(2), words.bytes(from: 3))
    } else if words.is(0, "entry"), words.count > 2 {
      try addSparseSign(.entry, of: nil, releases: words.bytes(1), words.bytes(from: 2))
    } else if words.is(0, "release") {
      try addRelease(words)
    } else if words.is(0, "bundle"), words.count == 2 {
      bundleTypes.append(words.text(1))
    } else if words.is(0, "profile") {
      profiles.append(try mark(words))
    } else if words.is(0, "profiles"), words.count > 3 {
      namedProfiles.append(
        ReleaseDistinctions.NamedProfiles(
          base: Array(words.bytes(2)), names: (3..<words.count).map { Array(words.bytes($0)) },
          releases: try readSet(words.bytes(1))))
    } else if words.is(0, "system") {
      systems.append(try mark(words))
    } else if !words.is(0, "within") {
      throw failure("no line of distinctions")
    }
  }

  private func failure(_ reason: String) -> SchemaText.FormatError {
    SchemaText.FormatError(line: lineNumber, reason: reason)
  }

  func sparse(_ kind: SparseSign.Kind) -> [SparseSign] { sparseSigns.filter { $0.kind == kind } }

  // MARK: - Releases

  private mutating func addRelease(_ words: borrowing SchemaLine) throws(SchemaText.FormatError) {
    let texts = (0..<words.count).map { words.text($0) }
    let number = ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: releases.count))
    guard releases.count < 8, texts.count == 3 || texts.count == 5, !releaseNames.contains(texts[1]) else {
      throw failure("no release, one too many, or one that stands here already")
    }
    releaseNames.append(texts[1])
    titles.append(texts[1].uppercased())
    families.append(ReleaseSet(number))
    releases.append(texts[2] == "-" ? .unknown : FHIRRelease(name: texts[1], version: texts[2]))
    if texts.count == 5 { likes.append((number, try self.number(words.bytes(4)))) }
  }

  private func number(_ name: Word) throws(SchemaText.FormatError) -> ReleaseNumber {
    guard let number = releaseNames.firstIndex(where: { $0.utf8.elementsEqual(name) }) else {
      throw failure("no such release")
    }
    return ReleaseNumber(rawValue: UInt8(truncatingIfNeeded: number))
  }

  private mutating func set(_ names: Word) throws(SchemaText.FormatError) -> ReleaseSet {
    if let known = sets.firstIndex(where: { isEqual($0.name, names) }) { return sets[known].set }
    let set = try readSet(names)
    sets.append((names, set))
    return set
  }

  private func readSet(_ names: Word) throws(SchemaText.FormatError) -> ReleaseSet {
    var set: ReleaseSet = []
    var start = 0
    while start < names.count {
      let end = names[start...].firstIndex(of: UInt8(ascii: "|")) ?? names.count
      set.insert(ReleaseSet(try number(Word(rebasing: names[start..<end]))))
      start = end + 1
    }
    if set.isEmpty { throw failure("no release") }
    return set
  }

  private func mark(_ words: borrowing SchemaLine) throws(SchemaText.FormatError) -> ReleaseDistinctions.Mark {
    guard words.count == 3 else { throw failure("no mark of a release") }
    return ReleaseDistinctions.Mark(text: Array(words.bytes(2)), release: try number(words.bytes(1)))
  }

  // MARK: - Names

  private mutating func addType(_ words: borrowing SchemaLine) throws(SchemaText.FormatError) {
    let row = try row(ofType: words.bytes(1))
    rows[row].forms = anyForm(try set(words.bytes(2)))
  }

  private mutating func addMember(_ words: borrowing SchemaLine) throws(SchemaText.FormatError) {
    let holder = try content(of: words.bytes(1))
    let row = try append(words.bytes(2), of: holder)
    if words.count == 4 {
      rows[row].forms = anyForm(try set(words.bytes(3)))
      return
    }
    for place in stride(from: 3, to: words.count - 1, by: 2) {
      guard let form = MemberForm(named: words.bytes(place)) else {
        throw failure("no form of a member")
      }
      rows[row].forms |= UInt64(try set(words.bytes(place + 1)).rawValue) << (UInt64(form.rawValue) * 8)
    }
  }

  private mutating func addSparseSign(
    _ kind: SparseSign.Kind, of path: Word?, releases: Word, _ words: Word
  ) throws(SchemaText.FormatError) {
    var (holder, rest) = (UInt16(0), 0..<0)
    if let path {
      var dot = 0
      while dot < path.count, path[dot] != UInt8(ascii: ".") { dot &+= 1 }
      let type = path.slice(0, dot)
      if !isEqual(type, last.path) { last = (type, rows[try row(ofType: type)].content) }
      holder = last.content
      rest = place(path.slice(min(dot + 1, path.count), path.count))
    }
    sparseSigns.append(
      SparseSign(kind: kind, holder: holder, releases: try set(releases), path: rest, words: place(words)))
  }

  /// The place of a part of the text.
  private func place(_ part: Word) -> Range<Int> {
    guard let start = part.baseAddress, let first = names.baseAddress, !part.isEmpty else { return 0..<0 }
    return (start - first)..<(start - first + part.count)
  }

  private func anyForm(_ set: ReleaseSet) -> UInt64 { UInt64(set.rawValue) &* 0x0101_0101_0101_0101 }

  /// The number that identifies a type, or a nested element, as the holder of its members.
  private mutating func content(of path: Word) throws(SchemaText.FormatError) -> UInt16 {
    if isEqual(path, last.path) { return last.content }
    let dot = UInt8(ascii: ".")
    var end = path.firstIndex(of: dot) ?? path.count
    var row = try row(ofType: Word(rebasing: path[..<end]))
    while end < path.count {
      // The members of a type follow it.
      let start = end + 1
      end = path[start...].firstIndex(of: dot) ?? path.count
      let (name, holder) = (Word(rebasing: path[start..<end]), rows[row].content)
      let known = rows[row...].firstIndex { $0.holder == holder && isName(name, of: $0) }
      if let known { row = known } else { row = try append(name, of: holder) }
      if rows[row].content == 0 { try addContent(row) }
    }
    last = (path, rows[row].content)
    return last.content
  }

  /// The row of a resource type, made if there is none yet.
  private mutating func row(ofType name: Word) throws(SchemaText.FormatError) -> Int {
    // The lines are sorted by type.
    if let row = types.last(where: { isName(name, of: rows[$0]) }) { return row }
    let row = try append(name, of: ReleaseDistinctions.resourceTypes)
    try addContent(row)
    types.append(row)
    return row
  }

  private mutating func append(_ name: Word, of holder: UInt16) throws(SchemaText.FormatError) -> Int {
    let count = counts[Int(holder)]
    // One bit for each name of a type; the resource types need none.
    guard name.count < 128, count < 64 || holder == 0, rows.count < Int(UInt16.max) - 1,
      let start = name.baseAddress, let first = names.baseAddress
    else { throw failure("a name too many, or too long") }
    rows.append(
      DistinctionRow(
        head: word(start, count: min(name.count, 8)),
        tail: name.count > 8 ? word(start + (name.count - 8), count: 8) : 0,
        nameOffset: UInt32(truncatingIfNeeded: start - first), nameLength: UInt8(truncatingIfNeeded: name.count),
        ordinal: UInt8(truncatingIfNeeded: count & 63), holder: holder))
    counts[Int(holder)] = count + 1
    return rows.count - 1
  }

  private mutating func addContent(_ row: Int) throws(SchemaText.FormatError) {
    rows[row].content = UInt16(truncatingIfNeeded: counts.count)
    counts.append(0)
    if counts.count >= Int(UInt16.max) { throw failure("too many types") }
  }

  private func isName(_ name: Word, of row: DistinctionRow) -> Bool {
    guard Int(row.nameLength) == name.count else { return false }
    return isEqual(Word(rebasing: names[Int(row.nameOffset)..<Int(row.nameOffset) + name.count]), name)
  }

  @inline(__always)
  private func isEqual(_ one: Word, _ other: Word) -> Bool {
    guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else {
      return one.count == other.count
    }
    var place = 0
    while place &+ 8 <= one.count {
      if word(first + place, count: 8) != word(second + place, count: 8) { return false }
      place &+= 8
    }
    while place < one.count {
      if first[place] != second[place] { return false }
      place &+= 1
    }
    return true
  }

  /// Up to eight bytes as a word; reads only bytes of the text.
  @inline(__always)
  private func word(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    if let start = names.baseAddress, bytes + 8 <= start + names.count { return NameHash.head(bytes, count) }
    var word: UInt64 = 0
    for place in 0..<count { word |= UInt64(bytes[place]) << UInt64(place * 8) }
    return word
  }

  // MARK: - The end

  /// Adds what applies to all: resource types that every release has, and releases that resemble another.
  private mutating func complete() {
    let all = ReleaseSet(rawValue: UInt8(truncatingIfNeeded: (1 << releases.count) - 1))
    for row in rows.indices {
      if rows[row].holder == ReleaseDistinctions.resourceTypes, rows[row].forms == 0 { rows[row].forms = anyForm(all) }
      for (release, like) in likes {
        // The bit of a release in the byte of each form.
        let forms = rows[row].forms >> UInt64(like.rawValue) & 0x0101_0101_0101_0101
        rows[row].forms |= forms << UInt64(release.rawValue)
      }
    }
    for place in sparseSigns.indices {
      for (release, like) in likes where sparseSigns[place].releases.contains(ReleaseSet(like)) {
        sparseSigns[place].releases.insert(ReleaseSet(release))
      }
    }
    for (release, like) in likes { families[Int(like.rawValue)].insert(ReleaseSet(release)) }
  }
}
