import FHIRPath
import FHIRSchema

/// Checks the compiler and the evaluator of FHIRPath: whatever the expression, nothing traps, the work is bounded,
/// faults are in the expression, and the result depends neither on the run nor on earlier evaluations.
///
/// Each expression is evaluated with each release: types, elements and the members of choices differ.
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

/// Records of all shapes that the evaluator treats specially.
private let records: [[UInt8]] = [
  ##"""
  {"resourceType":"Patient","id":"a","active":true,"birthDate":"1974-12-25",
  "_birthDate":{"extension":[{"url":"u","valueDateTime":"1974-12-25T14:35:45-05:00"}]},
  "name":[{"use":"official","given":["A","B",null],"_given":[null,{"id":"x"},{"id":"y"}]},
  {"family":["C"],"period":{"start":"2001","end":"2002-05"}}],
  "contained":[{"resourceType":"Organization","id":"o","name":"\u0041\n"}],
  "managingOrganization":{"reference":"#o"},"multipleBirthInteger":2,"text":{"status":"generated","div":"<div>x</div>"}}
  """##,
  ##"""
  {"resourceType":"Observation","status":"final",
  "valueQuantity":{"value":1.50,"unit":"kg","system":"http://unitsofmeasure.org","code":"kg"},
  "code":{"coding":[{"system":"http://loinc.org","code":"1-8"}]},
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
