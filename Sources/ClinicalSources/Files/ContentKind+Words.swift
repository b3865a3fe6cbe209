extension ContentKind {
  /// The name of the kind, with an article if it takes one.
  var phrase: String {
    switch self {
    case .json, .cda, .hl7v2, .xml, .html, .rtf, .pem, .text, .fhirXML, .dicom, .binary: rawValue
    case .wideText: "text in UTF-16 or UTF-32"
    case .gzip: "a gzip file"
    case .zip, .tar: "a \(rawValue)"
    case .otherArchive: "an archive or a compressed file of a kind that is not read"
    case .office: "an Office document"
    case .pdf, .png, .jpeg, .gif, .tiff, .propertyList: "a \(rawValue)"
    case .sqlite: "a database of SQLite"
    case .empty: "nothing"
    }
  }

  /// What the caller can do about it.
  var remedy: String? {
    switch self {
    case .fhirXML: "ask its source for JSON, or convert it"
    case .tar, .otherArchive: "unpack it and check what comes out"
    case .wideText: "convert it to UTF-8"
    case .gzip, .zip, .json, .cda, .hl7v2, .xml, .html, .pdf, .rtf, .office, .png, .jpeg, .gif, .tiff, .dicom,
      .propertyList, .sqlite, .pem, .empty, .text, .binary:
      nil
    }
  }
}
