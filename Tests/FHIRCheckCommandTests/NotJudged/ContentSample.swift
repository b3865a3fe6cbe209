import ClinicalSources

/// The beginning of a file of each kind.
enum ContentSample {
  static let all: [ContentKind: [UInt8]] = [
    .json: Array(#"{"resourceType":"Patient","id":"a"}"#.utf8),
    .healthCard: Array("shc:/56".utf8),
    .euCertificate: Array("HC1:6BF+70790T9WJWG.FKY*4GO0".utf8),
    .gzip: [0x1F, 0x8B, 8, 0],
    .zip: Array("PK\u{3}\u{4}".utf8),
    .tar: tar,
    .otherArchive: Array("BZh91AY&SY".utf8),
    .fhirXML: Array("\u{FEFF}<?xml version='1.0'?>\n<!-- > -->\n<f:Patient xmlns:f='http://hl7.org/fhir'>".utf8),
    .cda: Array(#"<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3">"#.utf8),
    .hl7v2: Array("MSH|^~\\&|A|B|".utf8),
    .xml: Array("<HealthKit/>".utf8),
    .html: Array("<!DOCTYPE HTML>\n<p>".utf8),
    .pdf: Array("%PDF-1.7\n".utf8),
    .rtf: Array(#"{\rtf1\ansi}"#.utf8),
    .office: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
    .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    .jpeg: [0xFF, 0xD8, 0xFF, 0xE0],
    .gif: Array("GIF89a".utf8),
    .tiff: [0x49, 0x49, 0x2A, 0x00],
    .dicom: Array(repeating: 0, count: 128) + Array("DICM".utf8),
    .propertyList: Array("bplist00".utf8),
    .sqlite: Array("SQLite format 3\0".utf8),
    .pem: Array("-----BEGIN CERTIFICATE-----\n".utf8),
    .wideText: [0xFF, 0xFE, 0x7B, 0x00],
    .empty: Array(" \n\t".utf8),
    .text: Array("Notes of a visit.\n".utf8),
    .binary: Array(0...255),
  ]

  /// An archive of one empty file, as old programs write it: without a signature.
  static let tar: [UInt8] = {
    var header = Array(repeating: UInt8(0), count: 512)
    header.replaceSubrange(0..<6, with: "p.json".utf8)
    header.replaceSubrange(100..<107, with: "0000644".utf8)
    header.replaceSubrange(148..<156, with: "        ".utf8)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    header.replaceSubrange(148..<155, with: (String(repeating: "0", count: 6 - sum.count) + sum + "\0").utf8)
    return header + Array(repeating: 0, count: 1024)
  }()
}
