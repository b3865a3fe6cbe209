/// The shells with completions.
enum Shell: String, CaseIterable { case bash, zsh, fish }

/// The completion scripts of shells, generated from the same tables as the help.
enum ShellCompletions {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var commands: [String] { CommandName.allCases.map(\.rawValue) }

  private static var bash: String {
    var cases = ""
    for option in CommandOption.all where !option.setter.choices().isEmpty {
      cases +=
        "    \(option.dashed)) COMPREPLY=($(compgen -W '\(option.setter.choices().joined(separator: " "))' -- \"$word\")); return ;;\n"
    }
    return """
      # fhircheck completions bash > ~/.local/share/bash-completion/completions/fhircheck
      _fhircheck() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        case $before in
      \(cases)\
          explain) COMPREPLY=($(compgen -W "$(fhircheck rules 2>/dev/null | awk '/^ *[a-z]+\\//{print $1}')" -- "$word")); return ;;
          completions) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
        esac
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W '\(CommandOption.all.map(\.dashed).joined(separator: " "))' -- "$word"))
        elif [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W '\(commands.joined(separator: " "))' -f -- "$word"))
        else
          COMPREPLY=($(compgen -f -- "$word"))
        fi
      }
      complete -o filenames -F _fhircheck fhircheck

      """
  }

  private static var zsh: String {
    var options = ""
    for option in CommandOption.all {
      let choices = option.setter.choices()
      let value =
        option.setter.placeholder == nil
        ? "" : choices.isEmpty ? ":value:_files" : ":value:(\(choices.joined(separator: " ")))"
      options += "    '\(option.dashed)[\(quoted(option.help(), "[]:"))]\(value)' \\\n"
    }
    let described = CommandName.allCases.map { "'\($0.rawValue):\(quoted($0.summary, ":"))'" }.joined(separator: " ")
    return """
      #compdef fhircheck
      # fhircheck completions zsh > a folder of $fpath, as _fhircheck
      _fhircheck_first() {
        local -a commands=(\(described))
        _describe command commands
        _files
      }
      _arguments -s \\
      \(options)    '1:command:_fhircheck_first' '*:file:_files'

      """
  }

  private static var fish: String {
    var text = "# fhircheck completions fish > ~/.config/fish/completions/fhircheck.fish\n"
    for command in CommandName.allCases {
      text +=
        "complete -c fhircheck -n __fish_use_subcommand -a \(command.rawValue) -d '\(quoted(command.summary, ""))'\n"
    }
    for option in CommandOption.all {
      let choices = option.setter.choices()
      text += "complete -c fhircheck -l \(option.name)"
      if let letter = option.letter { text += " -s \(letter)" }
      if option.setter.placeholder != nil {
        text += choices.isEmpty ? " -r" : " -x -a '\(choices.joined(separator: " "))'"
      }
      text += " -d '\(quoted(option.help(), ""))'\n"
    }
    return text
  }

  /// Text in single quotes, with a backslash before some characters. A single quote is replaced by a typographic one,
  /// because each shell would need a different escape.
  private static func quoted(_ text: String, _ escaped: String) -> String {
    var result = ""
    for character in text {
      if escaped.contains(character) { result += "\\" }
      result.append(character == "'" ? "\u{2019}" : character)
    }
    return result
  }
}
