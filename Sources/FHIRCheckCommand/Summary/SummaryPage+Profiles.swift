import FHIRProfiles
import FHIRReporting
import FHIRSupport

extension SummaryPage {
  /// The results for profiles, and how often their must-support elements are present: a line for each.
  var profiles: String {
    var text = ""
    if !report.profiles.isEmpty {
      text += "\n" + style(.strong, "Profiles") + "\n"
      for (url, counts) in report.profiles.sorted(by: { $0.key < $1.key }) {
        text += "  \(TerminalText.visible(MaskedAddress.text(url.string)))\n"
        text += "    claimed \(String(grouped: counts.claimed)), met \(String(grouped: counts.met)), "
        text += "broken \(String(grouped: counts.broken)), undecided \(String(grouped: counts.undecided))\n"
      }
    }
    if !report.mustSupport.isEmpty {
      text += "\n" + style(.strong, "Elements that have to be supported: present, absent") + "\n"
      for (url, elements) in report.mustSupport.sorted(by: { $0.key < $1.key }) {
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
    if !profiles.isEmpty {
      writer.key("profiles")
      writer.object { writer in
        for (url, counts) in profiles.sorted(by: { $0.key < $1.key }) {
          writer.key(text: MaskedAddress.text(url.string))
          writer.object { writer in
            writer.member("claimed", counts.claimed)
            writer.member("met", counts.met)
            writer.member("broken", counts.broken)
            writer.member("undecided", counts.undecided)
          }
        }
      }
    }
    guard !mustSupport.isEmpty else { return }
    writer.key("mustSupport")
    writer.object { writer in
      for (url, elements) in mustSupport.sorted(by: { $0.key < $1.key }) {
        writer.key(text: MaskedAddress.text(url.string))
        writer.object { writer in
          for (path, counts) in elements.sorted(by: { $0.key < $1.key }) {
            writer.key(text: path.string)
            writer.object { writer in
              writer.member("present", counts.present)
              writer.member("absent", counts.absent)
            }
          }
        }
      }
    }
  }
}
