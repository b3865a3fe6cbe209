/// The manual page in the format of `man`, generated from the same tables as the help.
enum ManualPage {
  static var text: String {
    var text = """
      .TH FHIRCHECK 1 "" "fhircheck \(Version.current)"
      .SH NAME
      fhircheck \\- check health records against the FHIR specification
      .SH SYNOPSIS

      """
    for command in CommandName.allCases {
      text += ".B fhircheck \(command.rawValue)\n"
      // An empty line in the source would be an empty line on the page.
      text += (command.arguments.isEmpty ? "" : escaped(command.arguments) + "\n") + ".br\n"
    }
    text += ".SH COMMANDS\n"
    for command in CommandName.allCases { text += ".TP\n.B \(command.rawValue)\n\(escaped(command.summary))\n" }
    text += ".SH OPTIONS\n"
    for option in CommandOption.all {
      let letter = option.letter.map { "\\-\($0), " } ?? ""
      let value = option.setter.placeholder.map { " \\fI" + escaped($0) + "\\fR" } ?? ""
      text += ".TP\n\\fB\(letter)\(escaped(option.dashed))\\fR\(value)\n"
      text += escaped(option.help()) + "\n"
    }
    text += ".SH FORMATS\n"
    for format in ReportFormat.allCases {
      text += ".TP\n.B \(escaped(format.rawValue))\n\(escaped(CommandName.check.meaning(of: format)))\n"
    }
    text += ".PP\n" + escaped(CommandName.otherFormats) + "\n"
    return text + """
      .SH EXIT STATUS
      .TP
      0
      nothing at or above the severity of \\-\\-fail\\-on
      .TP
      1
      findings at or above it
      .TP
      2
      bad usage, something could not be read, or nothing was judged
      .SH FILES
      .TP
      \(escaped(Configuration.fileName))
      options, under their names without dashes; the nearest one at or above the working folder is read

      """
  }

  /// Text escaped so that `man` shows it unchanged: a dash is a minus, and no line begins with a command.
  private static func escaped(_ text: String) -> String {
    let isCommand = text.hasPrefix(".") || text.hasPrefix("'")
    return (isCommand ? "\\&" : "") + text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }
}
