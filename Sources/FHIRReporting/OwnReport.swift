/// Recognises files written by fhircheck, by their first bytes.
///
/// Reports are often kept in the folder that is checked. If a report were judged as a record, each later run would find
/// faults in it. If a record were taken for a report, it would not be judged: a report is recognised by everything that
/// its first line always has, and counts as found.
package enum OwnReport {
  /// How many bytes are enough to recognise one.
  package static let sampleSize = 4 << 10

  package enum Kind: Sendable {
    /// A text that is not a record.
    case report
    /// A Bundle of OperationOutcomes, which is a record, too.
    case records
  }

  /// The kind of a file by its first bytes; `nil` for a file of other origin.
  package static func kind(of bytes: UnsafeRawBufferPointer) -> Kind? {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(sampleSize))
    if outcomes.contains(where: { fits(bytes, $0) }) { return .records }
    let isPage =
      bytes.first == UInt8(ascii: "<") && marks.contains { bytes.firstRange(of: $0.utf8) != nil }
    return isPage || beginnings.contains { fits(bytes, $0) } ? .report : nil
  }

  /// What each format begins with: `*` stands for the rest of a string, `#` for a number.
  private static let beginnings: [String] = [
    "{\"formatVersion\":1,\"tool\":\"fhircheck\",\"version\":\"*\",\"release",
    "{\"type\":\"start\",\"formatVersion\":1,\"tool\":\"fhircheck\",\"version\":\"*\",\"release",
    "{\"baselineVersion\":1,\"tool\":\"fhircheck\",\"version\":\"*\",\"findings\":[",
    "{\"formatVersion\":1,\"files\":#,\"records\":#,\"releases\":{",
    "{\"formatVersion\":1,\"rules\":[\n{\"rule\":\"*\",\"severity\":\"*\",\"issueType\":\"*\",\"summary\":\"",
    "{\"formatVersion\":1,\"expression\":\"*\",\"results\":[",
    "{\"type\":\"start\",\"formatVersion\":1,\"expression\":\"*\"}\n",
    // A table of records, unless the caller chooses other columns.
    """
    {"file":"*","line":#,"column":#,"byteOffset":#,"byteLength":#,"release":"*","releaseToldBy":"*",
    """,
    // The array for GitLab.
    """
    [
    {"description":"*","check_name":"*","fingerprint":"*","severity":"*","location":{"path":"*","lines":{"begin":#}}}
    """,
    """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{\
    "name":"fhircheck","version":"*",
    """,
  ]
  /// As above, for the Bundle of outcomes: its first entry has the narrative of this tool, with two kinds of sentences.
  private static let outcomes: [String] = ["Issues of ", "The run as a whole."].map { sentence in
    """
    {"resourceType":"Bundle","type":"collection","entry":[
    {"fullUrl":"urn:uuid:*","resource":{"resourceType":"OperationOutcome","text":{"status":"generated","div":"<div \
    xmlns=\\"http://www.w3.org/1999/xhtml\\">\(sentence)*"},"issue":[
    {"severity":"
    """
  }

  /// What the web page and the file for JUnit have near their beginnings.
  private static let marks: [String] = [" of fhircheck</title>", " package=\"fhircheck\" "]

  /// Whether bytes begin like a pattern.
  private static func fits(_ bytes: UnsafeRawBufferPointer, _ pattern: String) -> Bool {
    var index = 0
    func skip(while isWanted: (UInt8) -> Bool) {
      while index < bytes.count, isWanted(bytes[index]) { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    }
    for byte in pattern.utf8 {
      switch byte {
      case UInt8(ascii: "*"): skip { $0 != UInt8(ascii: "\"") }
      case UInt8(ascii: "#"):
        let start = index
        skip { $0 &- 0x30 < 10 }
        if index == start { return false }
      default:
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
      }
    }
    return true
  }
}
