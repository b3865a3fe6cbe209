import FHIRDiagnostics

/// Pages whose examples have a form that those of many rules have.
///
/// The content of an example is written once, with `~` at the one place where the bad and the good example differ; `bad`
/// and `good` are what stands there.
extension Rule.Explanation {
  /// A page with a resource.
  ///
  /// - Parameters:
  ///   - type: the name of its type.
  ///   - members: its other members.
  init(
    checks: String, matters: String, type: String, members: String = "~", bad: String, good: String,
    specification: String
  ) {
    self.init(checks, matters, specification, members, bad, good) { members in
      """
      {
        "resourceType": "\(type)",
      \(members.indented(by: 2))
      }
      """
    }
  }

  /// A page with a Bundle that has one entry.
  ///
  /// - Parameters:
  ///   - bundle: the type of the Bundle.
  ///   - entry: the members of its entry.
  init(
    checks: String, matters: String, bundle: String, entry: String = "~", bad: String, good: String,
    specification: String
  ) {
    self.init(checks, matters, specification, entry, bad, good) { entry in
      """
      {
        "resourceType": "Bundle",
        "type": "\(bundle)",
        "entry": [
          {
      \(entry.indented(by: 6))
          }
        ]
      }
      """
    }
  }

  /// A page with the XHTML of a narrative, as written in JSON.
  init(checks: String, matters: String, div: String, bad: String, good: String, specification: String) {
    self.init(checks, matters, specification, div, bad, good) { div in
      """
      {
        "resourceType": "Patient",
        "text": {
          "status": "generated",
          "div": "\(div)"
        }
      }
      """
    }
  }

  /// A page with a response that contains its questionnaire.
  ///
  /// - Parameters:
  ///   - questions: the items of the questionnaire.
  ///   - answers: the items of the response.
  init(
    checks: String, matters: String, questions: String, answers: String = "~", bad: String, good: String,
    specification: String
  ) {
    self.init(checks, matters, specification, answers, bad, good) { answers in
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
      \#(questions.indented(by: 8))
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

  /// A page about codes of a terminology pack: a table to compile, and a record.
  ///
  /// - Parameters:
  ///   - packedBad: the members of a Coding after its system, in the bad example.
  ///   - good: those in the good one.
  init(checks: String, matters: String, packedBad bad: String, good: String, specification: String) {
    self.init(checks, matters, specification, "~", bad, good) { coding in
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

  private init(
    _ checks: String, _ matters: String, _ specification: String, _ content: String, _ bad: String, _ good: String,
    inside form: (String) -> String
  ) {
    self.init(
      checks: checks, matters: matters, bad: form(content.filled(with: bad)), good: form(content.filled(with: good)),
      specification: specification)
  }
}

extension String {
  fileprivate func indented(by spaces: Int) -> String {
    let space = String(repeating: " ", count: spaces)
    return utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { space + (String($0) ?? "") }.joined(separator: "\n")
  }
}
