import FHIRProfiles
import FHIRReporting
import FHIRSupport
import FHIRValidation

extension SummaryPage {
  /// The results for profiles, and how often their must-support elements are present: a line for each.
  var profiles: String {
    var text = ""
    if !report.tally.profileCounts.isEmpty {
      text += heading("Profiles")
      for (url, counts) in report.tally.profileCounts.sorted(by: { $0.key < $1.key }) {
        text += "  \(TerminalText.visible(MaskedAddress.text(url.string)))\n"
        text += "    claimed \(String(grouped: counts.claimed)), met \(String(grouped: counts.met)), "
        text += "broken \(String(grouped: counts.broken)), undecided \(String(grouped: counts.undecided))\n"
      }
    }
    if !report.tally.mustSupport.isEmpty {
      text += heading("Elements that have to be supported: present, absent")
      for (url, elements) in report.tally.mustSupport.sorted(by: { $0.key < $1.key }) {
        text += "  \(TerminalText.visible(MaskedAddress.text(url.string)))\n"
        for (path, counts) in elements.sorted(by: { $0.key < $1.key }) {
          text += "    \(String(grouped: counts.present)), \(String(grouped: counts.absent))  "
          text += TerminalText.visible(path.string) + "\n"
        }
      }
    }
    return text
  }
}

extension SummaryReport {
  /// Writes the members of the document that exist only if records were validated by profiles.
  func writeProfiles(to writer: inout JSONWriter) {
    if !tally.profileCounts.isEmpty {
      writer.object("profiles") { writer in
        for (url, counts) in tally.profileCounts.sorted(by: { $0.key < $1.key }) {
          writer.object(MaskedAddress.text(url.string)) { writer in
            writer.member("claimed", counts.claimed)
            writer.member("met", counts.met)
            writer.member("broken", counts.broken)
            writer.member("undecided", counts.undecided)
          }
        }
      }
    }
    guard !tally.mustSupport.isEmpty else { return }
    writer.object("mustSupport") { writer in
      for (url, elements) in tally.mustSupport.sorted(by: { $0.key < $1.key }) {
        writer.object(MaskedAddress.text(url.string)) { writer in
          for (path, counts) in elements.sorted(by: { $0.key < $1.key }) {
            writer.object(path.string) { writer in
              writer.member("present", counts.present)
              writer.member("absent", counts.absent)
            }
          }
        }
      }
    }
  }
}
