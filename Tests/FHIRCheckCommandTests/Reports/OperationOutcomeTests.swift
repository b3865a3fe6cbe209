import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// The OperationOutcomes that the command writes are valid records themselves.
@Suite struct OperationOutcomeTests {
  private static let texts = [
    "a\\u0000b\\u001b", "\\ud800", "\\udc00x", "]]>", "::error::x", "\\u202etxt", "<script>alert(1)</script>", "=1+1",
    "\\\"',;",
    "日本", "\\ufffe\\uffff", " ", "-->", "&amp;",
  ]

  private func faults(_ file: String) -> String {
    CommandHarness().validate("--format", "concise", file).output.split(separator: "\n")
      .filter { $0.contains(": error: ") || $0.contains(": warning: ") || $0.contains(": fatal: ") }
      .joined(separator: "\n")
  }

  @Test(arguments: [["Samples/dstu2"], ["Samples/r4"], ["Samples/mixed", "Samples/r4", "Samples/dstu2"]])
  func outcomesOfSamplesAreValid(_ paths: [String]) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/outcome.json"
    let inputs = paths.map { PackageRoot.url.appending(path: $0).path() }
    _ = CommandHarness().validate(["--format", "operation-outcome", "--output", file] + inputs)
    #expect(faults(file).isEmpty, "\(faults(file))")
  }

  @Test func outcomesOfHostileRecordsAreValid() throws {
    let folder = try TemporaryFolder()
    var lines = Self.texts.enumerated().map { number, text in
      """
      {"resourceType":"Patient","id":"\(text)","gender":"\(text)","birthDate":"\(text)","\(text)":1,\
      "maritalStatus":{"coding":[{"system":"\(text)","code":"\(text)"}]},"photo":[{"url":"\(text)"}]}
      """
    }
    lines += Self.texts.map { "{\"resourceType\":\"\($0)\"}" } + ["{", "]]>", "\u{0}"]
    try folder.write(lines.joined(separator: "\n"), to: "a,b:c\n<x>.ndjson")
    let file = folder.path + "/outcome.out"
    _ = CommandHarness().validate("--format", "operation-outcome", "--output", file, folder.path + "/a,b:c\n<x>.ndjson")
    #expect(faults(file).isEmpty, "\(faults(file))")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: file))) as? [String: Any]
    #expect((json?["entry"] as? [Any] ?? []).count > Self.texts.count)
  }

  /// A pointer leads to the value that the message is about.
  @Test func pointersLeadIntoTheRecord() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Observation","id":"o",\
      "status":"done","code":{"text":"x"},"a/b~c.d":1,\
      "valueQuantity":{"value":"7"},"component":[{"code":{"text":"x"},"valueString":5}]}}]}
      """
    let file = try folder.write(text, to: "a.json")
    let lines = CommandHarness().validate("--format", "jsonl", file).output.split(separator: "\n")
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var pointers: [String] = []
    for line in lines where line.hasPrefix("{\"type\":\"issue\"") {
      let issue = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      guard let pointer = issue["pointer"] as? String, issue["rule"] as? String != "structure/missing-element" else {
        continue
      }
      pointers.append(pointer)
      #expect(Self.value(at: pointer, in: root) != nil, "\(line)")
    }
    #expect(pointers.contains("/entry/0/resource/a~1b~0c.d"))
    #expect(pointers.contains("/entry/0/resource/status"))
    #expect(pointers.contains("/entry/0/resource/valueQuantity/value"))
    #expect(pointers.contains("/entry/0/resource/component/0/valueString"))
  }

  private static func value(at pointer: String, in root: Any) -> Any? {
    var value: Any? = root
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let key = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
      if let array = value as? [Any] {
        value = Int(key).flatMap { array.indices.contains($0) ? array[$0] : nil }
      } else {
        value = (value as? [String: Any])?[key]
      }
    }
    return value
  }
}
