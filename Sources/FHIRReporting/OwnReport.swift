/// Recognises what fhircheck itself has written, by its first bytes.
///
/// A report often stands in the folder that is checked. Judged as a record it would be a fault in every later run.
package enum OwnReport {
  /// What reports and counts call it.
  package static let name = "report of fhircheck"
  /// How many bytes are enough to tell.
  package static let sampleSize = 4 << 10

  /// What some bytes begin.
  package enum Kind: Sendable {
    /// A text that is no record of anything.
    case report
    /// A Bundle of OperationOutcomes, which is a record too.
    case records
  }

  /// What the first bytes of a file begin; `nil` for what nobody here has written.
  package static func kind(of bytes: UnsafeRawBufferPointer) -> Kind? {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(sampleSize))
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    if beginnings.contains(where: { starts(bytes, with: $0) }) || isCodeQuality(bytes) || isTable(bytes) {
      return .report
    }
    return isOutcomes(bytes) ? .records : nil
  }

  /// How the formats begin that say who has written them, or have a first member that no record has.
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

  /// The array for GitLab: its first finding has a rule's name behind the description.
  private static func isCodeQuality(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isString(bytes, behind: "[\n{\"description\":\"", followedBy: "\",\"check_name\":\"")
  }

  /// The table of records: its first row begins with file and line.
  private static func isTable(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isString(bytes, behind: "{\"file\":\"", followedBy: "\",\"line\":")
      || isString(bytes, behind: "{\"type\":\"record\",\"file\":\"", followedBy: "\",\"line\":")
  }

  /// The Bundle of outcomes: its first entry has a name of version 8 and our narrative.
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

  /// Whether a string stands behind some text, and another text behind the string; of a string that goes on beyond the
  /// sample the latter is taken for granted.
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
