import FHIRFindings
import Testing

@testable import ClinicalSources

struct InvalidChunksTests {
  @Test(arguments: [
    ("shc:/5", "two digits for each character after shc:/, found another text"),
    ("shc:/", "two digits for each character after shc:/, found another text"),
    ("shc:/78", "two digits for each character after shc:/, found another text"),
    ("shc:/1/5676", "two digits for each character after shc:/, found another text"),
    ("shc:/0/2/5676", "the number of a part and that of all parts, found other numbers"),
    ("shc:/3/2/5676", "the number of a part and that of all parts, found other numbers"),
    ("shc:/1/9999999/5676", "the number of a part and that of all parts, found other numbers"),
    ("shc:/+1/2/5676", "the number of a part and that of all parts, found other numbers"),
    ("shc:/1/3/5676 shc:/3/3/56", "3 parts of a card, found 2 without part 2"),
    ("shc:/1/2/5676\nshc:/1/2/5677", "2 parts of a card, found 2 without part 2"),
    ("shc:/1/2/56 shc:/1/2/57 shc:/2/2/58 shc:/2/2/59", "2 parts of a card, found 4 that do not fit together"),
  ])
  func reportsTexts(text: String, expected: String) {
    expectCard(text, .unreadable, ["card/invalid-chunks  expected \(expected)"])
  }

  /// Parts tell nothing of their card, so that only what can be read together belongs together.
  @Test func findsThePartsOfEachCard() {
    let parts = ["Ann", "Robert", "Cy"].map { name in
      CardIssuer.parts(of: CardIssuer().card(payload: CardIssuer.payload(["name": "\"\(name)\""])), count: 3)
    }
    let mixed = [parts[0][2], parts[1][0], parts[2][1], parts[2][0], parts[0][1], parts[1][2], parts[0][0]]
    for words in [mixed + [parts[1][1], parts[2][2]], [parts[2][2], parts[1][1]] + mixed.reversed()] {
      let file = cards(in: words.joined(separator: " "))
      #expect(file.cards.map(\.standing) == [.verified, .verified, .verified])
      let text = String(decoding: file.text, as: UTF8.self)
      #expect(["Ann", "Robert", "Cy"].allSatisfy { text.contains("\"name\":\"\($0)\"") })
    }
    let lacking = cards(in: mixed.joined(separator: " ")).cards
    #expect(lacking.map(\.standing) == [.verified, .unreadable])
    #expect(lacking[1].findings.map(\.message) == ["expected 3 parts of a card, found 4 that do not fit together"])
  }

  /// Parts of cards of the same make can be read with one another; only the signature tells which belong together.
  @Test func decidesByTheSignature() {
    let parts = (0..<3).map { number in
      CardIssuer.parts(of: CardIssuer().card(payload: CardIssuer.payload(["nbf": "161797627\(number)"])), count: 2)
    }
    let words = [parts[0][0], parts[1][1], parts[1][0], parts[2][1], parts[0][1], parts[2][0]]
    let text = words.joined(separator: " ")
    #expect(cards(in: text).cards.map(\.standing) == [.verified, .verified, .verified])
    let unknown = cards(in: text, keys: []).cards
    #expect(unknown.map(\.standing) == [.noKey, .noKey, .noKey])
    #expect(unknown.allSatisfy { $0.findings.map(\.severity) == [.warning] })
    let files = words.enumerated().map { (number: $0.offset, parts: CardPart.parts(in: Array($0.element.utf8)).loose) }
    #expect(CardPart.groups(of: files) == [[0, 1, 2, 3, 4, 5]])
  }

  @Test func findsTheFilesOfEachCard() {
    let parts = ["Ann", "Robert"].map { name in
      CardIssuer.parts(of: CardIssuer().card(payload: CardIssuer.payload(["name": "\"\(name)\""])), count: 2)
    }
    func groups(_ files: [String]) -> Set<[Int]> {
      let files = files.enumerated().map {
        (number: $0.offset, parts: CardPart.parts(in: Array($0.element.utf8)).loose)
      }
      return Set(CardPart.groups(of: files.filter { !$0.parts.isEmpty }))
    }
    let (a, b) = (parts[0], parts[1])
    #expect(groups([a[0], b[1], a[1], b[0]]) == [[0, 2], [1, 3]])
    #expect(groups([a.joined(separator: " "), b[1], "shc:/1/3/56", b[0]]) == [[1, 3], [2]])
    #expect(groups([a[0] + " " + b[0], a[1], b[1]]) == [[0, 1, 2]])
    // A copy of a part is of the same card.
    #expect(groups([a[0], a[0], a[1]]) == [[0, 1, 2]])
    #expect(groups([a[0], "shc:/1/2/56"]) == [[0, 1]])
  }

  @Test func reportsCodesThatAreTooLong() {
    let payload = CardIssuer.payload()
    let card = CardIssuer().card(payload: payload)
    let digits = card.utf8.map { $0 < 55 ? "0\($0 - 45)" : "\($0 - 45)" }.joined()
    let long = digits + String(repeating: "00", count: 1196 - min(1196, card.utf8.count))
    let count = max(1196, card.utf8.count)
    let found = cards(in: "shc:/" + long).cards
    #expect(found.count == 1)
    #expect(
      found.first?.findings.map(\.message).first == "expected at most 1195 characters in a QR code, found \(count)")
  }

  @Test func warnsOfNumbersOfACodeThatStandsAlone() {
    let card = CardIssuer.parts(of: CardIssuer().card(payload: CardIssuer.payload()), count: 1)[0]
    let found = cards(in: card).cards[0]
    #expect(found.standing == .verified)
    #expect(
      found.findings.map { "\($0.severity) \($0.message)" }
        == ["warning expected no number in a QR code that stands alone, found 1/1"])
  }

  /// Cards of one issuer have the same header, and cards of one person may have other equal parts. It does not matter
  /// whether such a part was scanned once or for each card.
  @Test func cardsMayHaveEqualParts() throws {
    let parts = ["Ann", "Bob"].map { name in
      CardIssuer.parts(of: CardIssuer().card(payload: CardIssuer.payload(["name": "\"\(name)\""])), count: 12)
    }
    #expect(parts[0][0] == parts[1][0])
    for words in [parts[0] + parts[1], parts[0] + parts[1].dropFirst(), (parts[0] + parts[1]).reversed()] {
      let found = cards(in: words.joined(separator: "\n")).cards
      #expect(found.map(\.standing) == [.verified, .verified])
      #expect(found.flatMap(\.findings).isEmpty)
    }
    #expect(
      cards(in: (parts[0] + parts[1]).joined(separator: " "), keys: []).cards.map(\.standing) == [.noKey, .noKey])
    let files = [parts[0].joined(separator: " "), parts[0][1], parts[0][2], parts[1][5]].enumerated().map {
      (number: $0.offset, parts: CardPart.parts(in: Array($0.element.utf8)))
    }
    let groups = CardPart.groups(of: files.map { ($0.0, $0.1.loose) }, whole: files.map { ($0.0, $0.1.whole) })
    #expect(groups == [[0, 1, 2, 3]])
  }

  /// A beginning that cannot be read is not tried with all that may follow.
  @Test func manyPartsMayBeInAnyOrder() {
    let parts = ["Ann", "Robert"].map { name in
      CardIssuer.parts(of: CardIssuer().card(payload: CardIssuer.payload(["name": "\"\(name)\""])), count: 20)
    }
    let words = (0..<20).reversed().flatMap { number in [parts[number % 2], parts[1 - number % 2]].map { $0[number] } }
    for keys in [[CardIssuer().keySet()], []] {
      let standing = keys.isEmpty ? HealthCard.Standing.noKey : .verified
      let found = cards(in: words.joined(separator: " "), keys: keys).cards
      #expect(found.map(\.standing) == [standing, standing], "\(found.flatMap(\.findings).map(\.message))")
    }
  }

  /// A search that ends early says so; what it has not tried may be a card.
  @Test func theSearchHasALimit() {
    let words = (0..<3).flatMap { number in
      CardIssuer.parts(of: CardIssuer().card(payload: CardIssuer.payload(["nbf": "161797627\(number)"])), count: 2)
    }.sorted()
    var keys = CardKeys()
    #expect(keys.add(Array(CardIssuer().keySet().utf8), folder: []) == nil)
    let items = CardPart.items(of: words.map(\.utf8), files: [], keys, room: 10_000)
    #expect(items.count == 1 && items.allSatisfy { $0.text == nil })
    #expect(items.first?.remarks.map(\.rule.id) == ["card/too-large"])
    #expect(items.first?.remarks.first?.message.contains("found 6 of which not all ways to fit were tried") == true)
  }
}
