import FHIRFindings

extension Rule.ExampleForm {
  /// A resource, by the name of its type; the example is its other members.
  static func resource(_ type: String) -> Self { Self { record(type, $0) } }

  private static func record(_ type: String, _ members: String) -> String {
    """
    {
      "resourceType": "\(type)",
    \(members.indented(by: 2))
    }
    """
  }

  /// An Observation of something, by its name; the example is its other members.
  static func observation(of thing: String) -> Self {
    Self { record("Observation", #""status": "final",\#n"code": { "text": "\#(thing)" },\#n\#($0)"#) }
  }

  /// A Bundle of a type with one entry, whose members are the example.
  static func entry(of type: String) -> Self { Self { bundle("\"type\": \"\(type)\"", entry: $0) } }

  /// The same with a Patient and its address, before the example unless that is empty.
  static func patientEntry(of type: String) -> Self {
    Self { bundle("\"type\": \"\(type)\"", entry: patient() + ($0.isEmpty ? "" : ",\n\($0)")) }
  }

  /// A Bundle with a Patient, whose address is the example.
  static var address: Self { Self { bundle("\"type\": \"collection\"", entry: patient(at: $0)) } }

  /// A Bundle with a Patient; the example is its members before the entry.
  static var patientBundle: Self { Self { bundle($0, entry: patient()) } }

  private static func patient(at address: String = #""http://example.org/fhir/Patient/1""#) -> String {
    """
    "fullUrl": \(address),
    "resource": { "resourceType": "Patient", "id": "1" }
    """
  }

  private static func bundle(_ members: String, entry: String) -> String {
    """
    {
      "resourceType": "Bundle",
    \(members.indented(by: 2)),
      "entry": [
        {
    \(entry.indented(by: 6))
        }
      ]
    }
    """
  }

  /// A narrative, whose XHTML is the example, as written in JSON.
  static var narrative: Self { Self { narrative($0) } }

  /// The same, where the example is in the `div` of the narrative.
  static var div: Self { Self { narrative(#"<div xmlns=\"http://www.w3.org/1999/xhtml\">\#($0)</div>"#) } }

  private static func narrative(_ text: String) -> String {
    """
    {
      "resourceType": "Patient",
      "text": {
        "status": "generated",
        "div": "\(text)"
      }
    }
    """
  }

  /// A response that contains its questionnaire with some items; the example is the items of the response.
  static func response(to questions: String...) -> Self {
    Self { answers in
      #"""
      {
        "resourceType": "QuestionnaireResponse",
        "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Answers</div>" },
        "contained": [
          {
            "resourceType": "Questionnaire",
            "id": "q",
            "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Questions</div>" },
            "status": "active",
            "item": [
      \#(questions.joined(separator: ",\n").indented(by: 8))
            ]
          }
        ],
        "questionnaire": "#q",
        "status": "completed",
        "item": [
      \#(answers.indented(by: 4))
        ]
      }
      """#
    }
  }

  /// A terminology pack to compile, and a record; the example is the members of a Coding after its system.
  static var packed: Self {
    Self { coding in
      """
      <!-- codes.csv -->
      system,version,code,display,status,replacement
      http://example.org/letters,1,A,Alpha,active,
      http://example.org/letters,1,B,Beta,retired,A
      <!-- record.json -->
      {
        "resourceType": "Basic",
        "code": { "coding": [{ "system": "http://example.org/letters", \(coding) }] }
      }
      """
    }
  }
}

extension String {
  fileprivate func indented(by spaces: Int) -> String {
    let space = String(repeating: " ", count: spaces)
    return split(separator: "\n", omittingEmptySubsequences: false).map { space + $0 }.joined(separator: "\n")
  }
}
