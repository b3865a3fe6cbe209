import FHIRProfiles
import FHIRReporting
import FHIRSupport
import FHIRValidation

extension SummaryPage {
  /// The results for profiles, and how often their must-support elements are present: a line for each.
  var profiles: String {
    section("Profiles", report.tally.profileCounts) { [MaskedAddress.text($0), "  " + Self.sentence($1)] }
      + section("Guides", report.guides) { source, found in
        [source]
          + SummaryReport.GuideFit.all(in: found).flatMap { guide in
            guide.versions.map { version, counts in
              let best = version == guide.best ? "; fits best" : ""
              return "  \(guide.name) \(version): \(Self.sentence(counts))\(best)"
            }
          }
      }
      + section("Elements that have to be supported: present, absent", report.tally.mustSupport) { url, elements in
        [MaskedAddress.text(url)]
          + elements.inOrder.map { path, counts in
            "  \(String(grouped: counts.present)), \(String(grouped: counts.absent))  \(path)"
          }
      }
  }

  private func section<Value>(
    _ title: String, _ items: [ByteText: Value], _ lines: (String, Value) -> [String]
  ) -> String {
    let shown = items.inOrder.flatMap { lines($0.key.string, $0.value) }
    return shown.isEmpty ? "" : heading(title) + shown.map { "  \(TerminalText.visible($0))\n" }.joined()
  }

  private static func sentence(_ counts: ProfileCounts) -> String {
    "claimed \(String(grouped: counts.claimed)), met \(String(grouped: counts.met)), "
      + "broken \(String(grouped: counts.broken)), undecided \(String(grouped: counts.undecided))"
  }
}

extension SummaryReport {
  /// How the records of a source fit the versions of a guide.
  struct GuideFit {
    let name: String
    /// In the order of versions.
    let versions: [(version: String, counts: ProfileCounts)]

    /// The version that the fewest records break, those deducted that do not: of several the one that more records meet,
    /// then the newest. `nil` if all records break all versions.
    var best: String? {
      func score(_ counts: ProfileCounts) -> (Int, Int) { (counts.met + counts.undecided - counts.broken, counts.met) }
      var best: (version: String, counts: ProfileCounts)?
      for (version, counts) in versions where counts.all > counts.broken {
        if best.map({ score(counts) >= score($0.counts) }) ?? true { best = (version, counts) }
      }
      return best?.version
    }

    static func all(in found: [GuideName: ProfileCounts]) -> [GuideFit] {
      Set(found.keys.map(\.name)).sorted().map { name in
        let versions = found.filter { $0.key.name == name }.map { (version: $0.key.version, counts: $0.value) }
        return GuideFit(name: name, versions: versions.sorted { VersionOrder($0.version) < VersionOrder($1.version) })
      }
    }
  }

  /// Writes the members of the document that exist only if records were validated by profiles.
  func writeProfiles(to writer: inout JSONWriter) {
    if !tally.profileCounts.isEmpty {
      writer.object("profiles") { writer in
        for (url, counts) in tally.profileCounts.inOrder {
          writer.counts(ofGuide: counts.byName, MaskedAddress.text(url.string))
        }
      }
    }
    if !guides.isEmpty {
      writer.object("guides") { writer in
        for (source, found) in guides.inOrder {
          writer.object(source.string) { writer in
            for guide in GuideFit.all(in: found) {
              writer.object(guide.name) { writer in
                if let best = guide.best { writer.member("best", best) }
                writer.object("versions") { writer in
                  for (version, counts) in guide.versions { writer.counts(ofGuide: counts.byName, version) }
                }
              }
            }
          }
        }
      }
    }
    guard !tally.mustSupport.isEmpty else { return }
    writer.object("mustSupport") { writer in
      for (url, elements) in tally.mustSupport.inOrder {
        writer.object(MaskedAddress.text(url.string)) { writer in
          for (path, counts) in elements.inOrder {
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
