import ClinicalRecords
import FHIRTape
import FHIRSupport
import Testing

/// The digest and the exact comparison agree, and depend on the content of a record and not on its spelling.
struct ContentDigestTests {
  static let key = FingerprintKey([1, 2, 3, 4])

  private func digest(_ json: String) throws -> Fingerprint {
    try withTape(json) { tape in
      var digest = ContentDigest(tape, key: Self.key)
      return digest.digest(of: .root)
    }
  }

  private func isSame(_ one: String, _ other: String) throws -> Bool {
    try withTape(one) { first in try withTape(other) { ContentComparison(first, $0).isSame(.root, .root) } }
  }

  @Test(arguments: [
    (#"{"a":1,"b":[true,null]}"#, "{ \"b\" : [ true , null ],\r\n\t\"a\":1 }"),
    (#"{"a":"é/\u0000"}"#, #"{"\u0061":"\u00e9\/\u0000"}"#),
    (#"["😀"]"#, #"["\uD83D\uDE00"]"#),
    (#"{"":""}"#, #"{ "" : "" }"#),
  ])
  func spellingDoesNotCount(one: String, other: String) throws {
    #expect(try digest(one) == digest(other))
    #expect(try isSame(one, other))
  }

  @Test(arguments: [
    ("[1.0]", "[1.00]"), ("[1]", "[1.0]"), ("[100]", "[1e2]"), ("[0]", "[-0]"), ("[1]", #"["1"]"#),
    ("[1,2]", "[2,1]"), ("[[1],2]", "[1,[2]]"), ("[]", "{}"), ("[]", "[[]]"), ("[null]", "[]"),
    ("[true]", "[false]"), ("[null]", #"["null"]"#), (#"{"a":null}"#, "{}"),
    (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#), (#"{"a":{"b":1}}"#, #"{"b":{"a":1}}"#), (#"{"a":"b"}"#, #"{"b":"a"}"#),
    ("[\"\u{E9}\"]", "[\"e\u{301}\"]"), (#"["a","b"]"#, #"["ab",""]"#), (#"["a\u0000"]"#, #"["a"]"#),
    (#"{"a":1,"a":1}"#, #"{"a":1}"#), (#"["abcdefgh"]"#, #"["abcdefgh\u0000"]"#), (#"{"a":1}"#, #"{"A":1}"#),
  ])
  func contentCounts(one: String, other: String) throws {
    #expect(try digest(one) != digest(other))
    #expect(try !isSame(one, other))
  }

  /// Some readers use the first and some the last of two equal keys, so their order is content.
  @Test func theOrderOfEqualKeysCounts() throws {
    let pairs = [
      (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, false), (#"{"b":0,"a":1,"a":2}"#, #"{"a":1,"a":2,"b":0}"#, true),
      (#"{"a":1,"a":2,"a":3}"#, #"{"a":1,"a":3,"a":2}"#, false), (#"{"a":1,"\u0061":2}"#, #"{"a":1,"a":2}"#, true),
      (#"[{"c":{"a":1,"a":2}}]"#, #"[{"c":{"a":2,"a":1}}]"#, false),
      (#"{"a":1,"a":1}"#, #"{"a":1,"a":1,"a":1}"#, false),
    ]
    for (one, other, isSame) in pairs {
      #expect(try self.isSame(one, other) == isSame, "\(one) \(other)")
      #expect(try (digest(one) == digest(other)) == isSame, "\(one) \(other)")
    }
  }

  /// A test by a few bits of the keys comes first, and raises more false alarms the more members there are.
  @Test(arguments: [1, 2, 10, 30, 31, 32, 33, 100])
  func aRepeatedKeyIsFoundAmongAnyNumber(_ count: Int) throws {
    let others = (0..<count).map { #""k\#($0)":0"# }.joined(separator: ",")
    #expect(try digest("{\(others)}") != digest(#"{\#(others),"k0":1}"#))
    #expect(try digest(#"{"k0":1,\#(others)}"#) != digest(#"{\#(others),"k0":1}"#))
    #expect(try digest(#"{"a":1,\#(others)}"#) == digest(#"{\#(others),"a":1}"#))
  }

  /// Reading members again for each repeated key would take 2 to the power of the depth steps here.
  @Test func repeatedKeysOnEveryLevelAreLinear() throws {
    let value = { (last: String) in
      String(repeating: #"{"a":0,"a":"#, count: 190) + last + String(repeating: "}", count: 190)
    }
    #expect(try digest(value("1")) == digest(value("1")))
    #expect(try digest(value("1")) != digest(value("2")))
  }

  @Test func differentSpellingsOfAValueHaveEqualDigests() throws {
    var random = RandomSource(7)
    for _ in 0..<2_000 {
      let model = JSONModel.array([.random(4, &random)])
      let (one, other) = (model.written(&random), model.written(&random))
      #expect(try digest(one) == digest(other), "\(one)\n\(other)")
      #expect(try isSame(one, other), "\(one)\n\(other)")
    }
  }

  @Test func everyEditChangesTheDigest() throws {
    var random = RandomSource(11)
    for _ in 0..<2_000 {
      let model = JSONModel.array([.random(4, &random)])
      let edited = model.edited(&random)
      #expect(edited != model)
      let (one, other) = (model.written(&random), edited.written(&random))
      #expect(try digest(one) != digest(other), "\(one)\n\(other)")
      #expect(try !isSame(one, other), "\(one)\n\(other)")
    }
  }

  @Test func anotherKeyGivesAnotherDigest() throws {
    try withTape(#"{"a":[1]}"#) { tape in
      var one = ContentDigest(tape, key: FingerprintKey())
      var other = ContentDigest(tape, key: FingerprintKey())
      #expect(one.digest(of: .root) != other.digest(of: .root))
    }
  }

  /// For many texts with small differences, neither half of the fingerprints repeats.
  @Test func digestsOfSimilarValuesDiffer() throws {
    var low: Set<UInt64> = []
    var high: Set<UInt64> = []
    var count = 0
    for i in 0..<5_000 {
      let value = try digest("{\"id\":\"\(i)\",\"v\":\(i % 7)}")
      low.insert(value.low)
      high.insert(value.high)
      count += 1
    }
    #expect(low.count == count && high.count == count)
  }
}
