extension PersonReport {
  /// A person in words, the shortest first, and what makes it one person.
  private struct Owner {
    let (words, key): ([String], [ByteText])
    var isStranger = false
    var isUnsure = false
  }

  /// Says of each record whose it is, if they name several persons, whether the records of these are here or not.
  package mutating func namePersons() {
    let persons = facts.filter(\.isPerson)
    let byID = [ByteText: [Record]](persons.map { ($0.id.byBytes, [$0]) }, uniquingKeysWith: +)
    let addresses = persons.filter { !$0.address.isEmpty }.map { ([$0.file, $0.address].map(\.byBytes), $0) }
    let byAddress = [[ByteText]: Record](addresses) { first, _ in first }
    let named = facts.filter { Self.isReadable($0.source) }.map { ($0.owner.byBytes, Set([$0.source.byBytes])) }
    let sources = [ByteText: Set<ByteText>](named) { $0.union($1) }
    let owners = facts.map { fact -> Owner? in
      if fact.isPerson { return Self.owner([fact]) }
      if let person = byAddress[[fact.file, fact.owner].map(\.byBytes)] { return Self.owner([person]) }
      let path = fact.owner.split(separator: "/").prefix { $0 != "_history" }
      // What a record is about may be a thing.
      let isOfPerson = path.count < 2 || String(path[path.count - 2]).byBytes == Record.personType
      let number = isOfPerson ? path.last?.split(separator: ":").last.map { String($0) } ?? "" : ""
      // One number may be of two persons at two institutions, so what is nearest counts.
      let ranks = (byID[number.byBytes] ?? []).map { person in
        if person.file.byBytes == fact.file.byBytes { return 0 }
        if person.source.byBytes == fact.source.byBytes { return 1 }
        return Self.isReadable(person.source) && Self.isReadable(fact.source) ? 3 : 2
      }
      if let best = ranks.min(), best < 3, !number.isEmpty {
        let nearest = zip(byID[number.byBytes] ?? [], ranks).filter { $1 == best }.map(\.0)
        let isFar = best == 2 || best == 1 && !Self.isReadable(fact.source)
        return Self.owner(nearest, isFar: isFar, named: fact.ownerName)
      }
      if number.isEmpty, fact.ownerName.isEmpty { return nil }
      let words = fact.ownerName.isEmpty ? "of a person not named here" : "of " + fact.ownerName
      // What an unknown source calls by a number may be what the only known one does.
      let source = sources[fact.owner.byBytes]?.count ?? 0 > 1 ? fact.source : ""
      return Owner(
        words: [
          words, "\(words) (number \(number))", "\(words) (number \(number), \(Self.name(ofSource: fact.source)))",
        ],
        key: ["", source, fact.owner, number.isEmpty ? words : ""].map(\.byBytes), isStranger: true,
        isUnsure: !Self.isReadable(fact.source))
    }
    let all = [[ByteText]: Owner](owners.compactMap { $0 }.map { ($0.key, $0) }) { first, _ in first }
    let uses = [ByteText: Int](all.values.flatMap { Set($0.words.map(\.byBytes)) }.map { ($0, 1) }, uniquingKeysWith: +)
    for (number, owner) in owners.enumerated() {
      let words = owner?.words.first { uses[$0.byBytes] == 1 } ?? owner?.words.last ?? Record.nobodys
      facts[number].whose = all.count > 1 ? words : ""
      (facts[number].isOfStranger, facts[number].isUnsure) = (owner?.isStranger ?? false, owner?.isUnsure ?? true)
    }
  }

  /// The person of some records of persons; those of one name and one date of birth are one. What refers to a number
  /// that several have, or that is far away, is of the one whom it names.
  private static func owner(_ records: [Record], isFar: Bool = false, named name: String = "") -> Owner {
    let persons = records.grouped(by: \.person.byBytes).map { $0[0] }
    let (person, names) = (persons[0], persons.map(\.title).grouped(by: \.byBytes).map { $0[0] })
    let key = persons.map(\.person.byBytes)
    func parts(_ name: String) -> [String] {
      name.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0) }
    }
    // A. Shaw can be Amy V. Shaw.
    let own = parts(name)
    let others = names.filter { other in
      let parts = parts(other)
      let isShorter = own.allSatisfy { own in parts.contains { $0 == own || own.count == 1 && $0.hasPrefix(own) } }
      return !isShorter && !parts.allSatisfy(own.contains)
    }
    if persons.count > 1 || isFar, !name.isEmpty, !others.isEmpty {
      let list = others.count > 3 ? "\(others.count) persons" : others.joined(separator: " or ")
      let words = "of \(name), by the name in the record; its number is also used for \(list)"
      return Owner(words: [words], key: key + [name.byBytes], isUnsure: true)
    }
    if persons.count > 1 {
      let words = names.count > 3 ? "of one of \(persons.count) persons" : "of " + names.joined(separator: " or ")
      return Owner(words: [words, "\(words) (number \(person.id))"], key: key, isUnsure: true)
    }
    if !person.name.isEmpty { return Owner(words: ["of " + person.name, "of " + person.person], key: key) }
    let words = person.detail.isEmpty ? "of " + person.person : "of the person born \(PlainDay.shown(person.detail))"
    return Owner(
      words: [words, "\(words) (\(Self.name(ofSource: person.source)), number \(person.id))"],
      key: key + [person.source, person.id].map(\.byBytes))
  }

  static func name(ofSource source: String) -> String { source.isEmpty ? unknownSource : source }
  static func isUnknown(_ source: String) -> Bool { source.byBytes == unknownSource.byBytes || !isReadable(source) }

  /// Whether the name of a source has a letter, apart from damaged signs.
  static func isReadable(_ source: String) -> Bool { !letters(ofSource: source).isEmpty }

  static func letters(ofSource source: String) -> String {
    source.replacing(/&[^; ]*;/, with: "").lowercased().filter { $0.isLetter || $0.isNumber || $0.isSymbol }
  }
}
