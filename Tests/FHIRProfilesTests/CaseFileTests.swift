import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRValidation
import Testing

/// Profiles as authors write them, with conforming and violating records. The expected results follow the
/// specification's page on profiling, <https://hl7.org/fhir/R4/profiling.html>.
struct CaseFileTests {
  @Test func halfOfTheCasesConform() {
    let records = CaseFile.all.flatMap(\.records)
    let valid = records.count { $0.rules.isEmpty }
    #expect(records.count >= 300)
    #expect(abs(records.count - 2 * valid) * 5 < records.count)
  }

  @Test(arguments: CaseFile.all)
  func findsTheExpectedFaults(one: CaseFile.Case) throws {
    var library = ProfileLibrary()
    for definition in one.definitions { library.add(Array(definition.utf8), name: one.words) }
    let url = try #require(library.urls.first { $0.hasSuffix("/p") })
    let validator = try #require(Validator(release: .r4, library: library, profiles: [url]))
    for fault in validator.profileFaults { Issue.record("\(fault)") }
    for record in one.records {
      // The place of an extension of the specification is a warning in what HL7 itself publishes.
      let errors = validator.validate(Array(record.text.utf8)).findings.filter {
        $0.severity >= .error || $0.rule == Rule.profileExtensionContext.id
      }
      #expect(Set(errors.map(\.rule.rawValue)).sorted() == record.rules, "\(record.text)\n\(errors.map(\.message))")
    }
  }
}
