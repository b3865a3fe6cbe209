import FHIRFindings
import FHIRDSTU2
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Strict decoding throws the first fault, with its path, line and column.
struct StrictDecodingTests {
  private func fault(_ json: String) throws -> FHIRFault? {
    do {
      _ = try FHIRDecoder().decode(AnyResource.self, from: MarkedJSON(json).bytes)
      return nil
    } catch let fault as FHIRFault {
      return fault
    }
  }

  static let faults: [(String, FHIRFault.Code, String)] = [
    (
      "{\"resourceType\": \"Patient\",\n \"active\": «\"yes\"»}", .wrongKind, "Patient.active"
    ),
    ("{\"resourceType\": \"Patient\", \"nickname\": «1»}", .unknownElement, "Patient.nickname"),
    ("{\"resourceType\": \"Patient\",\n\n \"birthDate\": «\"2015-02-30\"»}", .invalidDate, "Patient.birthDate"),
    ("{\"resourceType\": \"Patient\", \"gender\": «\"x\"»}", .notInValueSet, "Patient.gender"),
    ("{\"resourceType\": \"Patient\", \"gender\": «null»}", .misplacedNull, "Patient.gender"),
    ("{\"resourceType\": \"Patient\", \"name\": [{\"given\": [«null»]}]}", .misplacedNull, "Patient.name[0].given[0]"),
    ("{\"resourceType\": \"Patient\", \"_gender\": «{}»}", .emptyObject, "Patient._gender"),
    ("{\"resourceType\": \"Patient\", \"name\": «[]»}", .emptyArray, "Patient.name"),
    ("{\"resourceType\": \"Patient\", \"name\": «{\"text\": \"A\"}»}", .expectedArray, "Patient.name"),
    (
      "{\"resourceType\": \"Patient\", \"maritalStatus\": «[{\"text\": \"A\"}]»}", .unexpectedArray,
      "Patient.maritalStatus"
    ),
    ("{\"resourceType\": \"Patient\", \"active\": true, \"active\": «false»}", .duplicateKey, "Patient.active"),
    (
      "{\"resourceType\": \"Patient\", \"deceasedBoolean\": true, \"deceasedDateTime\": «\"2015\"»}", .ambiguousChoice,
      "Patient.deceasedDateTime"
    ),
    (
      "{\"resourceType\": \"Patient\", \"multipleBirthInteger\": «1.5»}", .invalidInteger,
      "Patient.multipleBirthInteger"
    ),
    ("{\"resourceType\": \"Patient\", \"_name\": «[null]»}", .misplacedSibling, "Patient._name"),
    ("«{\"resourceType\": \"Immunization\"}»", .missingElement, "Immunization.status"),
    ("«{\"id\": \"x\"}»", .missingResourceType, "resourceType"),
    ("{\"resourceType\": «\"MedicationRequest\"»}", .unknownResourceType, "MedicationRequest.resourceType"),
    ("«[]»", .notAnObject, ""),
    (
      """
      {"resourceType": "Bundle", "type": "collection", "entry": [
        {"resource": {"resourceType": "Patient"}},
        {"resource": {"name": [{"text": «7»}], "resourceType": "Patient"}}]}
      """, .wrongKind, "Bundle.entry[1].resource.name[0].text"
    ),
  ]

  @Test(arguments: faults.indices)
  func firstFaultHasItsPlace(index: Int) throws {
    let (json, code, path) = Self.faults[index]
    let marked = try MarkedJSON(json)
    let fault = try #require(try fault(json))
    #expect(fault.code == code)
    #expect(fault.path == path)
    #expect(fault.byteOffset == Int(try #require(marked.ranges.first).start))
    let before = marked.bytes[..<fault.byteOffset]
    #expect(fault.line == before.count { $0 == 10 } + 1)
    #expect(fault.column == fault.byteOffset - (before.lastIndex(of: 10) ?? -1))
  }

  @Test func faultsHaveTheNamesOfTheValidatorsRules() throws {
    let source = try PackageRoot.bytes("Sources/FHIRModelRuntime/Decoding/FHIRFault.swift")
    let names = String(decoding: source, as: UTF8.self).matches(of: /Code\(rawValue: "([a-z0-9\/-]+)"\)/)
    #expect(names.count > 20)
    let rules = Set(RuleCatalog.validation.rules.map(\.id.rawValue))
    // The validator has no such rule, because nobody requests a type from it.
    #expect(Set(names.map { String($0.output.1) }).subtracting(rules) == ["structure/unexpected-resource-type"])
  }

  @Test func anotherTypeThanRequested() {
    #expect(throws: FHIRFault.self) {
      try FHIRDecoder().decode(Observation.self, from: Array(#"{"resourceType": "Patient"}"#.utf8))
    }
  }

  @Test func aTypeWrittenWithEscapesIsTheSame() throws {
    let patient = try FHIRDecoder().decode(
      Patient.self, from: Array(#"{"resource\u0054ype": "\u0050atient", "id": "p"}"#.utf8))
    #expect(patient.id?.value == "p")
  }

  /// A Patient whose extensions are nested to the depth given.
  private static func nested(levels: Int) -> String {
    let extensions = (levels - 1) / 2
    return #"{"resourceType":"Patient","extension":"#
      + String(repeating: #"[{"url":"u","extension":"#, count: extensions)
      + "[]" + String(repeating: "}]", count: extensions) + "}"
  }

  /// The deepest nesting that the defaults allow fits the stack of an app's thread, here in a debug build.
  @Test func nestingFitsTheStackOfAThread() async throws {
    let json = Array(Self.nested(levels: 99).utf8)
    let count = await withCheckedContinuation { continuation in
      let thread = Thread {
        let result = FHIRDecoder().decodeLeniently(AnyResource.self, from: json)
        let encoded = result.value.map { FHIREncoder().encode($0) } ?? []
        let again = FHIRDecoder().decodeLeniently(AnyResource.self, from: encoded).value
        continuation.resume(returning: result.value == again ? encoded.count : 0)
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(count == json.count)
  }

  @Test func textThatIsNotJSON() throws {
    let fault = try #require(try fault("{\"resourceType\":\n tru}"))
    #expect(fault.code.rawValue == "json/invalid-literal")
    #expect((fault.line, fault.column) == (2, 2))
    #expect(try self.fault("")?.code.rawValue == "json/empty-input")
    #expect(try self.fault("{} {}")?.code.rawValue == "json/extra-value")
  }

  @Test func nestingHasALimit() throws {
    let deep = #"{"resourceType":"Patient","extension":"# + String(repeating: #"[{"extension":"#, count: 100_000)
    #expect(try fault(deep)?.code == .tooDeep)
    let faults = FHIRDecoder().decodeLeniently(AnyResource.self, from: Array(Self.nested(levels: 101).utf8)).faults
    #expect(faults.map(\.code) == [.tooDeep])
    var decoder = FHIRDecoder()
    decoder.maximumBytes = 10
    let result = decoder.decodeLeniently(AnyResource.self, from: Array(deep.utf8))
    #expect(result.faults.map(\.code) == [.recordTooLarge])
  }
}
