/// A complete response of R4 with the questionnaire that it answers, both given by their items.
func response(to items: String, _ answers: String, status: String = "completed") -> String {
  """
  {
    "resourceType": "QuestionnaireResponse",
    "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
    "contained": [
      {
        "resourceType": "Questionnaire",
        "id": "q",
        "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
        "status": "active",
        "item": [\(items)]
      }
    ],
    "questionnaire": "#q",
    "status": "\(status)",
    "item": [\(answers)]
  }
  """
}

/// The same in the form of DSTU2: the members of the root group of both.
func groupResponse(to group: String, _ answers: String, status: String = "completed") -> String {
  """
  {
    "resourceType": "QuestionnaireResponse",
    "contained": [
      { "resourceType": "Questionnaire", "id": "q", "status": "published", "group": { "required": true, \(group) } }
    ],
    "questionnaire": { "reference": "#q" },
    "status": "\(status)",
    "group": { \(answers) }
  }
  """
}
