package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
  package static let misspeltSystem = Rule(
    "code/misspelt-system", .warning, .codeInvalid, summary: "a well-known code system is not named by its URI",
    checks: """
      The `system` of a Coding or Quantity that means LOINC, SNOMED CT, RxNorm, UCUM, CVX, NDC, CPT, ICD-9-CM, ICD-10, \
      ICD-10-CM or ATC is the URI that FHIR lists for it. Recognised variants are another scheme or case, `www.`, a \
      slash at the end, up to two wrong letters, the plain name, the OID, and a version after a `|`, which belongs into \
      `version`, and the address of a value set of HL7. In R4 the rule also covers the URIs that systems of FHIR and \
      HL7 had in DSTU2, such as `http://hl7.org/fhir/v3/ActCode`: they are below \
      `http://terminology.hl7.org/CodeSystem/` now.
      """,
    matters: """
      Readers compare systems as strings, so they do not recognise the system and cannot look up, translate or find \
      the code.
      """,
    form: .resource("Medication"),
    example: """
      "code": {
        "coding": [{ "system": ~, "code": "1049502" }]
      }
      """,
    bad: #""http://www.nlm.nih.gov/research/umls/rxnorm/""#, good: #""http://www.nlm.nih.gov/research/umls/rxnorm""#,
    specification: "https://hl7.org/fhir/DSTU2/terminologies-systems.html")
}

extension TerminologyJudge {
  /// The hash of a system as written, with its escapes, because the message quotes it so.
  func hash(ofSystem value: TapeIndex, _ cursor: borrowing RecordCursor) -> UInt64 {
    goodSystems.hash(TextBytes(bytes: cursor.tape.lexeme(value), count: cursor.tape.length(value)))
  }

  /// Judges the URI of a system that is no ``KnownSystem``, and the code, `.none` for none, if all its codes are known.
  mutating func checkSystem(
    _ value: TapeIndex, _ uri: TextBytes, _ code: TapeIndex, in object: TapeIndex, _ cursor: inout RecordCursor
  ) {
    let hash = hash(ofSystem: value, cursor)
    if goodSystems.contains(hash) { return }
    var sentence = memory.misspeltSystems[hash]
    if sentence == nil {
      if code.exists, checkSystemCode(code, of: uri, hash, in: object, &cursor) { return }
      guard let meant = systemMeant(by: uri, cursor) else {
        // Without a code it is not known whether the codes of the system are known, which must be judged.
        if code.exists { goodSystems.insert(hash) }
        return
      }
      let made: Wording = "expected \(meant), found \(cursor.tape.excerpt(value))"
      if code.exists { memory.misspeltSystems[hash] = made }
      sentence = made
    }
    guard let sentence else { return }
    cursor.report(.misspeltSystem, at: cursor.tape.range(value), path: .child("system"), sentence)
  }

  /// The system that a URI probably means, in quotes, or those of the value set at that address; `nil` for none.
  private func systemMeant(by uri: TextBytes, _ cursor: borrowing RecordCursor) -> String? {
    let text = uri.buffer
    if text.indices.contains(where: { text[$0] == UInt8(ascii: "/") && text[$0...].starts(with: "/ValueSet/".utf8) }) {
      let sets = cursor.schema.valueSets
      let systems = sets.indices.first { sets[$0].isAt(text) }.map { sets[$0].systems } ?? []
      if !systems.isEmpty { return systems.map { "'\($0)'" }.joined(separator: " or ") }
      let isOfHL7 = uri.begins("http://hl7.org/fhir/ValueSet/") || uri.begins("http://terminology.hl7.org/ValueSet/")
      return isOfHL7 ? "the URI of a code system" : nil
    }
    let meant = isOwnOfFHIR(uri) ? cursor.schema.facts.movedSystem(text) : SystemName.meant(by: text)
    return meant.map { "'\($0)'" }
  }

  /// Whether a system is defined by FHIR; URIs that FHIR gives to external systems begin with `sid`.
  private func isOwnOfFHIR(_ uri: TextBytes) -> Bool {
    guard uri.count > 24, uri.begins("http://hl7.org/fhir/") else { return false }
    return uri.bytes[20] | 0x20 != UInt8(ascii: "s") || uri.bytes[23] != UInt8(ascii: "/")
  }
}
