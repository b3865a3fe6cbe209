import FHIRToolkit
import Testing

/// Expressions over models, and their results as models and values of Foundation.
struct PathOverModelsTests {
  private func observation() -> R4.Observation {
    R4.Observation {
      $0.id = "o"
      $0.status = R4.Primitive(.final)
      $0.code = R4.CodeableConcept { $0.text = "Hemoglobin" }
      $0.value = .quantity(
        R4.Quantity {
          $0.value = R4.Primitive(FHIRDecimal("13.20")!)
          $0.unit = "g/dL"
        })
      $0.effective = .dateTime(R4.Primitive(FHIRDateTime("2015-02-07T13:28:17-05:00")!))
    }
  }

  @Test func resultsHaveTypes() throws {
    func value(_ text: String) throws -> FHIRPathValue {
      try #require(try FHIRPathExpression(text, release: .r4).evaluate(over: observation()).first)
    }
    #expect(try value("value.value > 13").boolean == true)
    #expect(try value("value.value").decimal == Decimal(string: "13.2"))
    #expect(try value("effective").dateTime?.dateValue == Date(timeIntervalSince1970: 1_423_333_697))
    #expect(try value("@2015-02").date == FHIRDate("2015-02"))
    #expect(try value("@T13:28:17").time == FHIRTime("13:28:17"))
    #expect(try value("'2015'").date == nil)
    let quantity = try value("value").decode(R4.Quantity.self)
    #expect(quantity.value?.value?.text == "13.20")
    #expect(quantity.unit?.value == "g/dL")
    #expect(throws: FHIRFault.self) { try value("id").decode(R4.Quantity.self) }
    #expect(throws: FHIRFault.self) { try value("value").decode(R4.Patient.self) }
  }

  @Test func resourcesOfABundle() throws {
    let bundle = R4.Bundle { bundle in
      bundle.entry = [R4.Bundle.Entry { $0.resource = .observation(observation()) }]
    }
    let found = try FHIRPathExpression("Bundle.entry.resource", release: .r4).evaluate(over: bundle)
    #expect(try found.map { try $0.decode(R4.Observation.self) } == [observation()])
    let record = try FHIRPathRecord(R4.AnyResource.observation(observation()))
    #expect(try FHIRPathExpression("id", release: .r4).evaluate(over: record).map(\.description) == ["o"])
  }
}
