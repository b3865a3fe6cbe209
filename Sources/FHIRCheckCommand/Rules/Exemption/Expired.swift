package import FHIRFindings

extension Rule {
  package static let expiredExemption = Rule(
    "exemption/expired", .warning, .informational, summary: "an exemption from a rule has ended",
    checks: """
      An entry of `ignore` in a configuration, a baseline, or a finding in one may have a member `until`, the last day \
      on which it holds, in UTC. From the next day on it has no effect, and the findings that it hid count again.
      """,
    matters: """
      An exemption is a promise to correct something later. Without an end nobody remembers it, and the fault stays. \
      Correct the fault, or choose another day.
      """,
    example: #"{"ignore": [{"rule": "code/misspelt-system", "reason": "ticket 12", "until": "~"}]}"#,
    bad: "2020-12-31", good: "9999-12-31", specification: "https://www.rfc-editor.org/rfc/rfc3339")
}
