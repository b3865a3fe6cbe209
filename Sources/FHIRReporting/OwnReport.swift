/// Recognises files written by fhircheck, by their first bytes.
///
/// Reports are often kept in the folder that is checked. If a report were judged as a record, each later run would find
/// faults in it.
package enum OwnReport {
  /// The name of this kind of file in reports and counts.
  package static let name = "report of fhircheck"
  /// How many bytes are enough to recognise one.
  package static let sampleSize = 4 << 10

  /// The kinds of such files.
  package enum Kind: Sendable {
    /// A text that is not a record.
    case report
    /// A Bundle of OperationOutcomes, which is a record, too.
    case records
  }

  /// The kind of a file by its first bytes; `nil` for a file of other origin.
  package static func kind(of bytes: UnsafeRawBufferPointer) -> Kind? {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(sampleSize))
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    if beginnings.contains(where: { starts(bytes, with: $0) }) || isCodeQuality(bytes) || isTable(bytes) {
      return .report
    }
    return isOutcomes(bytes) ? .records : nil
  }

  /// The beginnings of formats that name the tool, or whose first member does not occur in records.
  private static let beginnings: [StaticString] = [
    "{\"formatVersion\":1,\"tool\":\"fhircheck\",",
    "{\"type\":\"start\",\"formatVersion\":1,\"tool\":\"fhircheck\",",
    "{\"formatVersion\":1,\"files\":",
    "{\"formatVersion\":1,\"expression\":\"",
    "{\"type\":\"start\",\"formatVersion\":1,\"expression\":\"",
    "{\"formatVersion\":1,\"rules\":[",
    "{\"baselineVersion\":1,\"tool\":\"fhircheck\",",
    """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{\
    "name":"fhircheck",
    """,
  ]

  /// The array for GitLab: in its first finding, a rule's name follows the description.
  private static func isCodeQuality(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isString(bytes, behind: "[\n{\"description\":\"", followedBy: "\",\"check_name\":\"")
  }

  /// The Bundle of outcomes: its first entry has a UUID of version 8 and this tool's narrative.
  private static func isOutcomes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let start: StaticString = """
      {"resourceType":"Bundle","type":"collection","entry":[
      {"fullUrl":"urn:uuid:
      """
    let narrative: StaticString = """
      ","resource":{"resourceType":"OperationOutcome","text":{"status":"generated","div":"<div \
      xmlns=\\"http://www.w3.org/1999/xhtml\\">
      """
    let uuid = start.utf8CodeUnitCount
    guard starts(bytes, with: start), bytes.count > uuid + 36 else { return false }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(uuid + 36)...])
    guard starts(rest, with: narrative) else { return false }
    let sentence = UnsafeRawBufferPointer(rebasing: rest[narrative.utf8CodeUnitCount...])
    return starts(sentence, with: "Issues of ") || starts(sentence, with: "The run as a whole.")
  }

  /// Whether a text, a string and another text follow each other. If the string extends beyond the sample, the second
  /// text is assumed.
  private static func isString(
    _ bytes: UnsafeRawBufferPointer, behind start: StaticString, followedBy end: StaticString
  ) -> Bool {
    guard starts(bytes, with: start) else { return false }
    var index = start.utf8CodeUnitCount
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else { return bytes.count == sampleSize }
    return starts(UnsafeRawBufferPointer(rebasing: bytes[index...]), with: end)
  }

  private static func starts(_ bytes: UnsafeRawBufferPointer, with text: StaticString) -> Bool {
    bytes.starts(with: text.utf8)
  }
}
