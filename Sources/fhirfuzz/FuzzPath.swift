import FHIRPath
import FHIRSchema
import FHIRValidation

/// Checks the compiler and the evaluator of FHIRPath: whatever the expression, nothing traps, the work is bounded,
/// faults are in the expression, and the result depends neither on the run nor on earlier evaluations. Each expression
/// is evaluated with each release: types, elements and the members of choices differ.
func checkPath(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  for release in FHIRRelease.published { checkPath(text, release) }
}

private func checkPath(_ text: String, _ release: FHIRRelease) {
  let expression: FHIRPathExpression
  do throws(FHIRPathError) {
    expression = try FHIRPathExpression(text, release: release)
  } catch {
    require(
      error.column >= 1 && error.column <= text.unicodeScalars.count + 1, "a fault outside of the expression: \(error)")
    require(!error.message.isEmpty, "a fault without words")
    return
  }
  let limits = FHIRPathLimits(maximumSteps: 50_000, maximumItems: 4096, maximumTextBytes: 1 << 20)
  var used = evaluator(limits)
  for record in records {
    guard let record = try? FHIRPathRecord(record) else { return require(false, "a record that cannot be read") }
    var fresh = evaluator(limits)
    let first = Result { () throws(FHIRPathError) in try used.evaluate(expression, over: record) }
    let second = Result { () throws(FHIRPathError) in try fresh.evaluate(expression, over: record) }
    require(first == second, "two runs differ: \(first) and \(second)")
    let truth = Result { () throws(FHIRPathError) in try used.evaluateBoolean(expression, over: record) }
    if case .success(let values) = first, case .success(let truth) = truth {
      require(values.count <= 1, "several items have a truth")
      require(values.isEmpty == (truth == nil), "truth \(String(describing: truth)) of \(values)")
    }
  }
}

private func evaluator(_ limits: FHIRPathLimits) -> FHIRPathEvaluator {
  var evaluator = FHIRPathEvaluator(limits: limits)
  evaluator.setClock(secondsSince1970: 1_423_056_868)
  return evaluator
}

/// Records of all shapes that the evaluator or a profile treats specially.
let records: [[UInt8]] = [
  ##"""
  {"resourceType":"Patient","id":"a","active":true,"birthDate":"1974-12-25",
  "_birthDate":{"extension":[{"url":"u","valueDateTime":"1974-12-25T14:35:45-05:00"}]},
  "name":[{"use":"official","given":["A","B",null],"_given":[null,{"id":"x"},{"id":"y"}]},
  {"family":["C"],"period":{"start":"2001","end":"2002-05"}}],
  "contained":[{"resourceType":"Organization","id":"o","name":"\u0041\n"}],
  "extension":[{"url":"u","valueString":"x"},{"url":"v","extension":[{"url":"w"}]}],"deceasedBoolean":true,
  "identifier":[{"system":"s","value":"1"},{"system":"t"}],
  "managingOrganization":{"reference":"#o"},"multipleBirthInteger":2,"text":{"status":"generated","div":"<div>x</div>"}}
  """##,
  ##"""
  {"resourceType":"Observation","status":"final","category":[{"coding":[{"system":"s","code":"vital-signs"}]}],
  "valueQuantity":{"value":1.50,"unit":"kg","system":"http://unitsofmeasure.org","code":"kg"},
  "subject":{"reference":"Patient/1"},"code":{"coding":[{"system":"http://loinc.org","code":"85354-9"}]},
  "component":[{"valueString":"x"},{"valueQuantity":{"value":1e3,"code":"d"}},{"valueTime":"10:00:00"}]}
  """##,
  ##"""
  {"resourceType":"Bundle","entry":[{"fullUrl":"urn:uuid:1","resource":{"resourceType":"Patient","id":"1"}},
  {"resource":{"resourceType":"Later","x":[[1],{"y":-0.0}],"subject":{"reference":"Patient/1"},
  "valueCanonical":"u","":null,"_":{},"_a":[{}]}}]}
  """##,
  ##"""
  {"resourceType":"Observation","status":"final","category":[{"coding":[{"code":"vital-signs"}]}],
  "subject":{"reference":"Patient/1","type":"Patient","identifier":{"value":"x"}},"effectiveInstant":"2015-02-07T13:28:17Z",
  "valueSampledData":{"origin":{"value":0},"period":1,"dimensions":1,"data":"E L U 1"},
  "extension":[{"url":"u","valueCanonical":"http://x|1#a"},{"url":"v","valueUuid":"urn:uuid:1"},
  {"url":"w","valueUrl":"http://x"},{"url":"x","valueInteger":7}],
  "component":[{"valueInteger":-3},{"valueQuantity":{"value":1e3,"code":"d"}},{"valueTime":"10:00:00"}]}
  """##,
  ##"[1,null,"é\ud83d\ude00",{"name":"HumanName","given":5,"code":{"coding":7}}]"##,
].map { Array($0.utf8) }

/// Checks the scanner of narratives: nothing traps, every place is in the narrative, it ends after the first fault of
/// XML's grammar, and neither the previous narrative nor the escapes of JSON make a difference.
func checkNarrative(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  var scanner = NarrativeScanner(limit: 100)
  let plain = faults(in: lexeme(text) { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }, &scanner)
  let escaped = faults(in: lexeme(text) { $0.value < 0x80 }, &scanner)
  let again = faults(in: lexeme(text) { _ in true }, &scanner)
  require(plain == escaped, "escapes of ASCII make a difference", plain, escaped)
  require(plain == again, "escapes of all characters make a difference", plain, again)
}

private func lexeme(_ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool) -> [UInt8] {
  var lexeme: [UInt8] = []
  for scalar in text.unicodeScalars {
    guard isEscaped(scalar) else {
      lexeme += Array(String(scalar).utf8)
      continue
    }
    for unit in String(scalar).utf16 {
      let digits = String(unit, radix: 16)
      lexeme += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }
  }
  return lexeme
}

/// The findings, without places.
private func faults(in lexeme: [UInt8], _ scanner: inout NarrativeScanner) -> [String] {
  // The quote that ends a lexeme, and the padding of a tape.
  let bytes = lexeme + [UInt8(ascii: "\"")] + Array(repeating: 0, count: 64)
  return bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return [] }
    scanner.scan(start)
    for fault in scanner.faults {
      require(
        fault.range.lowerBound >= 0 && fault.range.upperBound <= lexeme.count,
        "a fault outside of the narrative of \(lexeme.count) bytes: \(fault)")
    }
    for link in scanner.localLinks {
      require(link.range.upperBound <= lexeme.count, "a link outside of the narrative: \(link.range)")
    }
    let kinds = scanner.faults.map(\.kind)
    require(kinds.dropLast().allSatisfy { !$0.isFatal }, "a fault behind the last one that could be read: \(kinds)")
    let links = scanner.localLinks.map { $0.isImage ? "image" : "link" }
    let isSound = scanner.faults.allSatisfy(\.kind.isTolerable)
    require(scanner.isSound(start) == isSound, "a second reading differs")
    return kinds.map { "\($0)" } + links
  }
}
