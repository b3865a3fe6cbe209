import FHIRPath
import FHIRSchema
import Testing

/// Results convert to Swift's types, and records and expressions can be stored.
struct TypedValueTests {
  private static let record = #"""
    {"resourceType":"Observation","id":"o","status":"final","valueQuantity":{"value":13.20,"unit":"g/dL"},
     "comment":"true","effectiveDateTime":"2015-02"}
    """#

  private func values(_ expression: String) throws -> [FHIRPathValue] {
    try FHIRPathExpression(expression, release: .dstu2).evaluate(over: FHIRPathRecord(Array(Self.record.utf8)))
  }

  private func value(_ expression: String) throws -> FHIRPathValue {
    let values = try values(expression)
    #expect(values.count == 1)
    return try #require(values.first)
  }

  @Test func booleans() throws {
    #expect(try value("status = 'final'").boolean == true)
    #expect(try value("status = 'amended'").boolean == false)
    // A text is never a boolean.
    #expect(try value("'true'").boolean == nil)
    #expect(try value("status").boolean == nil)
  }

  @Test func numbers() throws {
    #expect(try value("1 + 2").integer == 3)
    #expect(try value("value.value").number == "13.20")
    #expect(try value("value.value").integer == nil)
    #expect(try value("-1.5").number == "-1.5")
    #expect(try value("'7'").number == nil)
    #expect(try value("status").number == nil)
  }

  @Test func texts() throws {
    #expect(try value("status").string == "final")
    #expect(try value("'a\"b'").string == "a\"b")
    #expect(try value("effective").string == "2015-02")
    #expect(try value("1").string == nil)
    #expect(try value("value").string == nil)
  }

  @Test func elements() throws {
    #expect(try value("value").element.map { String(decoding: $0, as: UTF8.self) } == #"{"value":13.20,"unit":"g/dL"}"#)
    #expect(try value("status").element == nil)
  }

  @Test(arguments: [("4 'mg'", "4", "mg"), ("3 years", "3", "years"), ("1.50 '1'", "1.50", "1")])
  func quantities(expression: String, number: String, unit: String) throws {
    let quantity = try #require(try value(expression).quantity)
    #expect(quantity.number == number)
    #expect(quantity.unit == unit)
    #expect(try value("value").quantity == nil)
  }

  /// A record is a value like any other.
  @Test func aRecordCanBeKept() async throws {
    struct Kept: Sendable {
      var record: FHIRPathRecord?
      var expression: FHIRPathExpression
    }
    var kept = Kept(record: nil, expression: try FHIRPathExpression("status", release: .dstu2))
    kept.record = try FHIRPathRecord(Array(Self.record.utf8))
    let copy = kept
    kept.record = nil
    let values = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<4 {
        group.addTask { try copy.record.flatMap { try copy.expression.evaluate(over: $0).first?.string } }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: "final", count: 4))
  }
}
