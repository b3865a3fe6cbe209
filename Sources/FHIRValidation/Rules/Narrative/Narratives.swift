package import FHIRFindings
import FHIRPath
import FHIRTape

/// The rules of narratives: one pass of the scanner finds the faults of all of them, and so one table.
extension Rule {
  package static let activeLink = Rule(
    "narrative/active-link", .error, .invariant, summary: "a link in a narrative runs code",
    checks: """
      No link, image or citation begins with `javascript:`, `vbscript:` or a similar scheme, in any spelling, even if \
      hidden behind character references and white space, and `data:` holds only images.
      """,
    matters:
      "A reader who follows such a link runs code in the software that shows the record, with the reader's own rights.",
    form: .div, bad: #"<a href=\"javascript:alert(1)\">Details</a>"#,
    good: #"<a href=\"http://example.org/details\">Details</a>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let declaration = Rule(
    "narrative/declaration", .error, .structure, summary: "a narrative holds a declaration or a processing instruction",
    checks: "There is no `<?xml ...?>`, no other processing instruction and no `<!DOCTYPE ...>` in the narrative.",
    matters: """
      A narrative is part of a document, where XML allows no declarations. A document type could also define entities \
      that expand to gigabytes.
      """,
    form: .narrative, example: #"~<div xmlns=\"http://www.w3.org/1999/xhtml\">Blood pressure: 120/80</div>"#,
    bad: #"<?xml version=\"1.0\"?>"#, good: "", specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let disputedName = Rule(
    "narrative/disputed-name", .warning, .structure,
    summary: "a narrative uses a name on which the specification disagrees with itself",
    checks: """
      The words of the specification and its XML schema allow the elements `address`, `area`, `bdo`, `kbd`, `map`, \
      `sub` and `sup` and the attributes `ismap`, `nohref`, `usemap`, `xml:lang` and `xml:space`; the lists of the \
      invariants txt-1 and txt-3 leave them out.
      """,
    matters: """
      Software that follows the lists refuses the record or drops the element: `10<sup>9</sup>` then reads 109. To be \
      safe, write 10⁹ or 10^9.
      """,
    form: .div, bad: "<p>4.2 x 10<sup>9</sup>/l</p>", good: "<p>4.2 x 10⁹/l</p>",
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let duplicateNarrativeID = Rule(
    "narrative/duplicate-id", .error, .duplicate, summary: "two elements of a narrative have the same id",
    checks: """
      No two elements of the narratives of a resource have the same `id`. In DSTU2, none has that of an element of the \
      resource or of a contained resource. The same id in two resources of a Bundle is fine.
      """,
    matters:
      "Data and links refer to parts of the narrative by id. With a duplicate, some of them lead to the wrong part.",
    form: .div, bad: #"<p id=\"a\">One</p><p id=\"a\">Two</p>"#, good: #"<p id=\"a\">One</p><p id=\"b\">Two</p>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#id")

  package static let externalStyle = Rule(
    "narrative/external-style", .error, .invariant,
    summary: "a style in a narrative loads something from elsewhere or runs code",
    checks: """
      A `style` has no `url(...)` and no `image-set(...)` with an absolute address, except for embedded images, \
      `data:image/...`, no `@import`, and no code: `expression(...)`, `behavior`, `-moz-binding`. They are found behind \
      comments and escapes of CSS, too; other strings, such as the names of fonts, are only text. A relative address, as in `url(line.png)`, is a note only: it loads from the place of the \
      page, and the narratives of published guides have such images.
      """,
    matters: """
      An external style can change what a signed narrative shows, and loading it tells a third party who reads which \
      record. A relative address shows nothing where the image does not lie beside the page.
      """,
    form: .div, example: "~120/80</p>", bad: #"<p style=\"background: url(http://example.org/a.png)\">"#,
    good: #"<p style=\"background: #eeeeee\">"#, specification: "https://hl7.org/fhir/DSTU2/narrative.html#css")

  package static let incompleteImage = Rule(
    "narrative/incomplete-image", .warning, .required, summary: "an image lacks its source",
    checks: """
      An `img` has the attribute `src`. The schema of XHTML demands `alt` as well, but the specification's own page \
      shows images without it, so this rule does not require it.
      """,
    matters: "There is nothing to show. If the narrative has only this image, people cannot read the record.",
    form: .div, bad: #"Scan: <img alt=\"A clear scan\"/>"#,
    good: #"Scan: <img src=\"http://example.org/scan.png\" alt=\"A clear scan\"/>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let misplacedElement = Rule(
    "narrative/misplaced-element", .warning, .structure, summary: "an element or text is where XHTML does not allow it",
    checks: """
      Elements are nested as the published schema of FHIR's XHTML allows: rows in a table, cells in a row, items in a \
      list, no paragraph in a paragraph or in an inline element, no link directly in a link, nothing in a `br`, and \
      text only where text is allowed. Order and number are not checked, nor is a narrative that is not well-formed.
      """,
    matters: """
      A browser guesses where misplaced elements belong: cells lose their rows, and content moves under another \
      heading. Software that applies the schema rejects the record.
      """,
    form: .div, example: "<table>~</table>", bad: "<td>Blood pressure: 120/80</td>",
    good: "<tr><td>Blood pressure: 120/80</td></tr>", specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let missingNamespace = Rule(
    "narrative/missing-namespace", .information, .structure,
    summary: "a narrative does not name the namespace of XHTML",
    checks: """
      The root `div` has `xmlns="http://www.w3.org/1999/xhtml"`. Nearly all examples published with DSTU2 lack it, so \
      this is information, and only the first such narrative of an input is reported. As none published with a later \
      release lacks it, a record that fits several releases equally well is of DSTU2 if its narrative does.
      """,
    matters: """
      Without the namespace an XML reader does not recognise the elements as XHTML, and a page made from them stays \
      blank. Converted to XML, the narrative gets FHIR's own namespace.
      """,
    form: .narrative, example: "~Blood pressure: 120/80</div>", bad: "<div>",
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\">"#, specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let notADiv = Rule(
    "narrative/not-a-div", .error, .structure, summary: "a narrative is not one `div`",
    checks:
      "The text is a single `div`, in lower case and without a prefix. Only white space comes before or after it.",
    matters: """
      Readers put the text between the first `>` and the last `<` into their own page. With another root, or two \
      roots, that is not what the author wrote.
      """,
    form: .narrative, bad: #"<p xmlns=\"http://www.w3.org/1999/xhtml\">Blood pressure: 120/80</p>"#,
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Blood pressure: 120/80</p></div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let notWellFormed = Rule(
    "narrative/not-well-formed", .error, .structure, summary: "a narrative is not well-formed XML",
    checks: """
      The text in `div` is XML: every element that begins also ends, in the right order, attributes have a value in \
      quotes and occur only once, `&` and `<` are written as `&amp;` and `&lt;`, comments and sections end. The text \
      after the first such fault is not read.
      """,
    matters: """
      A receiver that shows the narrative needs an XML reader, and that reader refuses all of it. The person sees \
      nothing, or markup.
      """,
    form: .div, example: "<p>Blood pressure: 120/80~", bad: "</b>", good: "</p>",
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let unknownEntity = Rule(
    "narrative/unknown-entity", .error, .value,
    summary: "a narrative has a character reference that XML does not define",
    checks: """
      Named references are those of XML: `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`; the names of HTML, such as \
      `&nbsp;`, are not defined there. A number is the code of a character that XML allows.
      """,
    matters:
      "An XML reader stops at an unknown name. Write the character itself, or its number: `&#160;` for `&nbsp;`.",
    form: .div, bad: "120&nbsp;mmHg", good: "120&#160;mmHg", specification: "https://hl7.org/fhir/DSTU2/narrative.html")

  package static let unresolvedImage = Rule(
    "narrative/unresolved-image", .warning, .notFound, summary: "an image in a narrative is not in the resource",
    checks: """
      The source `#id` of an image is the id of a contained resource, such as a Binary, or of an attachment in the \
      resource. Upper and lower case differ.
      """,
    matters: "Readers show an empty frame, and there is no URL from which to load the image.",
    form: .resource("Patient"),
    example: #"""
      "text": {
        "status": "generated",
        "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><img src=\"#scan\" alt=\"Scan\"/></div>"
      }~
      """#,
    bad: "",
    good: """
      ,
      "contained": [{ "resourceType": "Binary", "id": "scan", "contentType": "image/png", "content": "iVBORw0KGgo=" }]
      """,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#id")

  package static let unresolvedLink = Rule(
    "narrative/unresolved-link", .warning, .notFound, summary: "a link in a narrative has no target in the resource",
    checks: """
      A link `#id` leads to an `id` or an `a name` of the narrative, to an `id` of another narrative of the resource, \
      or to an element or a contained resource with that id. Upper and lower case differ.
      """,
    matters: "The link does nothing: its target was lost, probably when only part of the record was copied.",
    form: .div, example: ##"<a href=\"#details\">Details</a>~"##, bad: "", good: #"<p id=\"details\">120/80</p>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#id")

  package static let wrongNamespace = Rule(
    "narrative/wrong-namespace", .error, .structure,
    summary: "an element of a narrative is not in the namespace of XHTML",
    checks: "Every `xmlns` in the narrative is exactly `http://www.w3.org/1999/xhtml`.",
    matters: "In another namespace the elements are not XHTML, whatever their names, and readers do not show them.",
    form: .narrative, bad: #"<div xmlns=\"https://www.w3.org/1999/xhtml\">Blood pressure: 120/80</div>"#,
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\">Blood pressure: 120/80</div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}

extension RecordCursor {
  /// Reports a fault that the scan of a narrative has found, in the words of its rule. Constraints have their own.
  @inline(never) mutating func report(_ fault: NarrativeFault, in place: NarrativePlace) {
    switch fault.kind {
    case .notADiv:
      let name = place.text(fault.range)
      let found = name.isEmpty ? "nothing" : name == "div" ? "a second one" : "'\(name)'"
      report(.notADiv, fault, in: place, "expected one 'div' around the whole narrative, found \(found)")
    case .declaration: report(.declaration, fault, in: place, expected: "elements and text only")
    case .missingNamespace: reportMissingNamespace(fault, in: place)
    case .wrongNamespace:
      report(.wrongNamespace, fault, in: place, expected: "the namespace 'http://www.w3.org/1999/xhtml'")
    case .empty: report(.narrativeContent, at: place.range(fault.range), path: place.path)
    case .forbiddenElement:
      let name = place.text(fault.range)
      let hint = name.lowercased().byBytes == name.byBytes ? "" : "; names are in lower case"
      report(
        formInvariant ?? .narrativeElements, at: place.range(fault.range), path: place.path,
        expected: "an element of basic formatting, a link or an image", found: "'\(name)'\(hint)")
    case .forbiddenAttribute:
      let name = place.text(fault.range)
      let isHandler = name.lowercased().byBytes.hasPrefix("on")
      report(
        formInvariant ?? .narrativeAttributes, at: place.range(fault.range), path: place.path,
        expected: isHandler ? "no handlers of events" : "an attribute of basic formatting, links or images",
        found: "'\(name)'")
    case .disputedElement, .disputedAttribute:
      let kind = fault.kind == .disputedElement ? "element" : "attribute"
      report(
        .disputedName, fault, in: place,
        """
        expected an \(kind) that all texts of the specification allow, found '\(place.text(fault.range))', which the \
        invariant's list leaves out
        """)
    case .misplacedElement, .misplacedText:
      let outer = place.name(at: fault.related)
      let message: Wording =
        fault.kind == .misplacedText
        ? "expected no text directly in '\(outer)', found '\(place.text(fault.range))'"
        : "expected an element that '\(outer)' may hold, found '\(place.text(fault.range))'"
      report(.misplacedElement, fault, in: place, message)
    case .incompleteImage: report(.incompleteImage, fault, in: place, "expected 'src' on the image, found none")
    case .duplicateID:
      if drops(.duplicateNarrativeID) { return }
      report(
        .duplicateNarrativeID, fault, in: place,
        "expected each id once in the resource, found '\(place.text(fault.range))' again")
    case .unknownEntity:
      let expected: StaticString = "the character itself, its number, or one of the five names of XML"
      report(.unknownEntity, fault, in: place, expected: expected)
    case .illegalCharacterReference:
      report(.unknownEntity, fault, in: place, expected: "the number of a character that XML has")
    case .activeLink:
      report(.activeLink, fault, in: place, expected: "a link to a page, a mail address or a place in the resource")
    case .externalStyle, .relativeStyle:
      let severity = fault.kind == .relativeStyle ? .information : Rule.externalStyle.severity
      if drops(Rule.externalStyle.id, severity) { return }
      report(
        Rule.externalStyle.id, severity, at: place.range(fault.range), path: place.path,
        "expected a style that loads nothing and runs no code, found '\(place.text(fault.range))'")
    default: reportNotWellFormed(fault, in: place)
    }
  }

  /// Some releases state one constraint for elements and attributes, others state two.
  private var formInvariant: NativeInvariant? { invariants.has(.narrativeForm) ? .narrativeForm : nil }

  private mutating func reportMissingNamespace(_ fault: NarrativeFault, in narrative: NarrativePlace) {
    // Once per input: in NDJSON, whose parts may be read at the same time, only in what is always part of the first.
    guard !findings.hasNamespaceFinding,
      place.role != .line || place.inputOffset(tape.offset(narrative.value)) < 4 << 20
    else { return }
    findings.hasNamespaceFinding = true
    report(
      .missingNamespace, fault, in: narrative,
      "expected 'xmlns=\"http://www.w3.org/1999/xhtml\"' on the root, found no namespace")
  }

  private mutating func reportNotWellFormed(_ fault: NarrativeFault, in place: NarrativePlace) {
    let found = place.text(fault.range)
    let message =
      switch fault.kind {
      case .tagWithoutName: "expected a name after '<', or '&lt;' for the character, found none"
      case .unclosedTag: "expected '>' at the end of the tag '\(found)', found the end of the narrative"
      case .unclosedElement: "expected '</\(found)>' for the element that begins here, found the end of the narrative"
      case .mismatchedEndTag: "expected '</\(place.name(at: fault.related))>', found '\(found)>'"
      case .strayEndTag: "expected no end tag where no element is open, found '\(found)'"
      case .malformedTag: "expected an attribute or '>' in the tag, found '\(found)'"
      case .missingSpace: "expected a space before the attribute, found '\(found)'"
      case .unquotedAttribute: "expected a value in quotes for the attribute '\(found)', found none"
      case .lessThanInAttribute: "expected '&lt;' in the value of an attribute, found '<'"
      case .duplicateAttribute: "expected the attribute '\(found)' once, found it twice in one tag"
      case .bareAmpersand: "expected '&amp;' or a reference that ends in a semicolon, found '&'"
      case .sectionEnd: "expected ']]&gt;' in text, found ']]>'"
      case .malformedComment: "expected '-->' as the end of the comment and no '--' before it, found '\(found)'"
      case .unclosedSection: "expected ']]>' as the end of the CDATA section, found the end of the narrative"
      default: "expected a character that XML has, found \(place.codes(fault.range))"
      }
    report(.notWellFormed, fault, in: place, "\(message); what follows was not read")
  }

  @inline(never) mutating func reportUnresolved(_ link: NarrativeLink, in place: NarrativePlace) {
    let (rule, expected): (Rule, StaticString) =
      link.isImage
      ? (.unresolvedImage, "an element or contained resource with the id of the image")
      : (.unresolvedLink, "a place in the resource with the id of the link")
    report(rule, at: place.range(link.range), path: place.path) { _ in
      "expected \(expected), found none for '\(place.text(link.range))'"
    }
  }
}

extension IdentifierJudge {
  @inline(never) mutating func checkNarrativeIDs(
    _ ids: [(hash: UInt64, range: Range<Int>)], in place: NarrativePlace, _ cursor: inout RecordCursor
  ) {
    for id in ids where seen.contains(id.hash) { cursor.report(NarrativeFault(.duplicateID, id.range), in: place) }
    for id in ids { seen.insert(id.hash) }
  }
}

extension NarrativePlace {
  /// The escape as written, or the bytes as numbers.
  fileprivate func codes(_ part: Range<Int>) -> String {
    let bytes = part.map { tape.lexeme(value)[$0] }
    if bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
    return "the bytes " + bytes.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
