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

  /// The rules and their groups, from the program itself: there are hundreds.
  private static let rules = #"fhircheck rules 2>/dev/null | awk '{print $1; sub("/.*", "", $1); print $1}' | sort -u"#

  /// The rules, and their names without the group, which `explain` takes.
  private static let rulesToExplain =
    #"fhircheck rules 2>/dev/null | awk '{print $1; sub(".*/", "", $1); print $1}' | sort -u"#

  /// The values of an option: a name with a version also without it.
  private static func words(for option: CommandOption) -> String {
    let choices = option.setter.choices()
    let names = choices.compactMap { choice in choice.firstIndex(of: "@").map { String(choice[..<$0]) } }
    return (Set(names).sorted() + choices).joined(separator: " ")
  }

  private static var bash: String {
    var cases = ""
    for option in CommandOption.all {
      let words = words(for: option)
      if option.setter.namesRules {
        cases += "    \(option.dashed)) _fhircheck_list \"$(\(rules))\"; return ;;\n"
      } else if !words.isEmpty {
        let function = option.setter.isSeparated ? "_fhircheck_list" : "_fhircheck_words"
        cases += "    \(option.dashed)) \(function) '\(words)'; return ;;\n"
      }
    }
    return """
      # fhircheck completions bash > ~/.local/share/bash-completion/completions/fhircheck
      _fhircheck_words() {
        COMPREPLY=($(compgen -W "$1" -- "$name$word"))
        COMPREPLY=("${COMPREPLY[@]#"$name"}")
      }
      _fhircheck_list() {
        local start=
        if [[ $word == *,* ]]; then start=${word%,*},; fi
        COMPREPLY=($(compgen -P "$start" -W "$1" -- "${word##*,}"))
      }
      _fhircheck() {
        # The shell takes the signs in NAME@VERSION, --option=value and RULE=LEVEL for words.
        local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} name=
        if [[ $word == @ ]]; then word= at=$((at-1)) name=${COMP_WORDS[COMP_CWORD-1]}@
        elif [[ $at -gt 1 && ${COMP_WORDS[at-1]} == @ ]]; then at=$((at-2)) name=${COMP_WORDS[COMP_CWORD-2]}@; fi
        local before=${COMP_WORDS[at-1]}
        local first=$before
        if [[ $word == = ]]; then word= first=${COMP_WORDS[at-2]}
        elif [[ $before == = ]]; then before=${COMP_WORDS[at-2]} first=${COMP_WORDS[at-3]}; fi
        if [[ $first == --severity && $before != --severity ]]; then before=levels; fi
        case $before in
      \(cases)\
          levels) _fhircheck_words 'error warning information'; return ;;
          explain) _fhircheck_words "$(\(rulesToExplain))"; return ;;
          completions) _fhircheck_words '\(Shell.allCases.map(\.rawValue).joined(separator: " "))'; return ;;
        esac
        if [[ $word == -* ]]; then
          _fhircheck_words '\(CommandOption.all.map(\.dashed).joined(separator: " "))'
        elif [[ $COMP_CWORD -eq 1 ]]; then
          COMPREPLY=($(compgen -W '\(CommandName.allCases.map(\.rawValue).joined(separator: " "))' -f -- "$word"))
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
      let (setter, words) = (option.setter, words(for: option))
      var value = words.isEmpty ? ":value:_files" : ":value:(\(words))"
      if setter.placeholder == nil { value = "" }
      if setter.namesRules { value = ":rules:_sequence _fhircheck_rules" }
      if setter.isSeparated { value = ":values:_sequence compadd - \(words)" }
      options += "    '\(option.dashed)[\(quoted(option.help(), "[]:"))]\(value)' \\\n"
    }
    let described = CommandName.allCases.map { "'\($0.rawValue):\(quoted($0.summary, ":"))'" }.joined(separator: " ")
    return """
      #compdef fhircheck
      # fhircheck completions zsh > a folder of $fpath, as _fhircheck
      _fhircheck_rules() { compadd "$@" - $(\(rules)) }
      _fhircheck_first() {
        local -a commands=(\(described))
        _describe command commands
        _files
      }
      _fhircheck_rest() {
        case $words[2] in
          explain) compadd - $(\(rulesToExplain)) ;;
          completions) compadd - \(Shell.allCases.map(\.rawValue).joined(separator: " ")) ;;
          *) _files ;;
        esac
      }
      _arguments -s \\
      \(options)    '1:command:_fhircheck_first' '*:file:_fhircheck_rest'

      """
  }

  private static var fish: String {
    var text = "# fhircheck completions fish > ~/.config/fish/completions/fhircheck.fish\n"
    text += "function __fhircheck_rules; \(rules); end\n"
    text += "function __fhircheck_explained; \(rulesToExplain); end\n"
    text += "complete -c fhircheck -n '__fish_seen_subcommand_from explain' -a '(__fhircheck_explained)'\n"
    for option in CommandOption.all where option.setter.isSeparated {
      text += "function __fhircheck_\(option.name); string split ' ' '\(words(for: option))'; end\n"
    }
    for command in CommandName.allCases {
      text +=
        "complete -c fhircheck -n __fish_use_subcommand -a \(command.rawValue) -d '\(quoted(command.summary, ""))'\n"
    }
    for option in CommandOption.all {
      let words = words(for: option)
      text += "complete -c fhircheck -l \(option.name)"
      if let letter = option.letter { text += " -s \(letter)" }
      if option.setter.namesRules || option.setter.isSeparated {
        text += " -x -a '(__fish_complete_list , __fhircheck_\(option.setter.namesRules ? "rules" : option.name))'"
      } else if option.setter.placeholder != nil {
        text += words.isEmpty ? " -r" : " -x -a '\(words)'"
      }
      text += " -d '\(quoted(option.help(), ""))'\n"
    }
    return text
  }

  /// Text in single quotes, with a backslash before some characters. A single quote is replaced by a typographic one,
  /// because each shell would need a different escape.
  private static func quoted(_ text: String, _ escaped: String) -> String {
    text.replacing("'", with: "\u{2019}").map { (escaped.contains($0) ? "\\" : "") + String($0) }.joined()
  }
}
