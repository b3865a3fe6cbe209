/// Recognises files written by fhircheck, by their first bytes. Reports are often kept in the folder that is checked.
/// If a report were judged as a record, each later run would find faults in it. If a record were taken for a report, it
/// would not be judged: a report is recognised by everything that its first line always has, and counts as found.
package enum OwnReport {
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
    if outcomes.contains(where: { end(of: $0, in: bytes) != nil }) { return .records }
    return beginnings.contains { end(of: $0, in: bytes) != nil } ? .report : nil
  }

  /// What each format begins with. `*` stands for a text up to the character after it, `#` for a number, `%` for the
  /// rest of a list or object, `&` for members whose values are strings. What is after `~` may be beyond the sample.
  private static let beginnings: [String] = [
    "{\"formatVersion\":1,\"tool\":\"fhircheck\",\"version\":\"*\",\"release\":\"*\",\"releases\":[%,\"issues\":[\n",
    """
    {"type":"start","formatVersion":1,"tool":"fhircheck","version":"*","release":"*","releases":[%}

    """,
    "{\"baselineVersion\":1,\"tool\":\"fhircheck\",\"version\":\"*\",&\"findings\":[\n",
    summary("\"duplicates\":{%,\"withoutId\":#,"), summary(""),
    """
    {"formatVersion":1,"rules":[
    {"rule":"*","severity":"*","issueType":"*","summary":"*","checks":"
    """,
    "{\"formatVersion\":1,\"expression\":\"*\",\"results\":[\n",
    "{\"type\":\"start\",\"formatVersion\":1,\"expression\":\"*\"}\n",
    // A table of records, unless the caller chooses other columns.
    """
    {"file":"*","line":#,"column":#,"byteOffset":#,"byteLength":#,"release":"*","releaseToldBy":"*",~&"errors":#,\
    "warnings":#}

    """,
    // The array for GitLab.
    """
    [
    {"description":"*","check_name":"*","fingerprint":"*","severity":"*","location":{"path":"*","lines":{"begin":#}}}
    """,
    """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{\
    "name":"fhircheck","version":"*",&"rules":[{"id":"*","shortDescription":{"text":"*"},"fullDescription":{"text":"
    """,
    // The file for JUnit.
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
    <testsuite name="*" tests="#" failures="#" errors="#" id="0" package="fhircheck" hostname="localhost" timestamp="
    """,
    // The web page.
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; *">
    <meta name="viewport" content="*">
    <meta name="color-scheme" content="*">
    <meta name="referrer" content="no-referrer">
    <title>*: a report of fhircheck</title>
    """,
  ]

  /// The document of a summary, with what only some have.
  private static func summary(_ compared: String) -> String {
    """
    {"formatVersion":1,"files":#,"records":#,"releases":{%,"releasesToldBy":{%,"resourceTypes":{~%,"clinicalTypes":{%,\
    "medicationTypes":{%,"withoutClinicalType":{%,"sources":{%,"notJudged":{%,\(compared)"identity":"*",\
    "filesSkippedByKind":{%,
    """
  }

  /// As above, for the Bundle of outcomes: its first entry has the narrative of this tool, with two kinds of sentences.
  private static let outcomes: [String] = [
    ("Issues of ", ",\"diagnostics\":\""), ("The run as a whole.", "}"),
  ].map { sentence, end in
    """
    {"resourceType":"Bundle","type":"collection","entry":[
    {"fullUrl":"urn:uuid:*","resource":{"resourceType":"OperationOutcome","text":{"status":"generated","div":"<div \
    xmlns=\\"http://www.w3.org/1999/xhtml\\">\(sentence)*"},"issue":[
    {"severity":"*","code":"*","details":{"text":"~*"}\(end)
    """
  }

  /// The end of what fits a pattern; `nil` if the bytes do not.
  private static func end(of pattern: String, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    var (index, mayBeCut, rest) = (start, false, pattern.utf8[...])
    func skip(while isWanted: (UInt8) -> Bool) {
      while index < bytes.count, isWanted(bytes[index]) { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
    }
    while let byte = rest.popFirst() {
      if index >= bytes.count { return mayBeCut && bytes.count == sampleSize ? bytes.count : nil }
      switch byte {
      case UInt8(ascii: "~"): mayBeCut = true
      case UInt8(ascii: "*"):
        let end = rest.first
        skip { $0 != end }
      case UInt8(ascii: "#"):
        let start = index
        skip { $0 &- 0x30 < 10 }
        if index == start { return nil }
      case UInt8(ascii: "%"):
        var depth = 1
        while depth > 0, index < bytes.count {
          switch bytes[index] {
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
          case UInt8(ascii: "\""):
            index += 1
            skip { $0 != UInt8(ascii: "\"") }
          default: break
          }
          index += 1
        }
      case UInt8(ascii: "&"):
        while index < bytes.count, let next = end(of: "~\"*\":\"*\",", in: bytes, from: index) { index = next }
      default:
        if bytes[index] != byte { return nil }
        index += 1
      }
    }
    return index
  }
}
