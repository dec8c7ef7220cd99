export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/**
 * The completion script of each shell. It asks the program for candidates at each Tab: one on a line, its name and its
 * description separated by a tab; ":files" stands for file names, which the shell completes itself.
 */
export const scripts: Record<Shell, (complete: string) => string> = {
  // Bash passes words as they were typed, with their quotes, and inserts candidates as they are: no name may run, or
  // become anything else, inside quotes either. It also splits words at "@" and ":", and replaces only the last part,
  // including its "@".
  bash: (complete) => `_amplify() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" line="$COMP_LINE" before="" last=0 at name rest word
  local -a words=("\${COMP_WORDS[0]}")
  line="\${line#*"\${COMP_WORDS[0]}"}"
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    if [[ $last -gt 0 && $line != [[:blank:]]* && ( $word == [@:]* || \${words[last]} == *[@:] ) ]]; then
      before="\${words[last]}"
      words[last]+="$word"
    else
      before=""
      words[++last]="$word"
    fi
    line="\${line#"\${line%%[![:blank:]]*}"}"
    line="\${line#"$word"}"
  done
  [[ $typed == [@:]* ]] && before="\${words[last]}"
  before="\${before%@}"
  before="\${before//[\\\\\\"\\']/}"
  words=("\${words[@]:1}")
  words=("\${words[@]//[\\\\\\"\\']/}")
  COMPREPLY=()
  while IFS=$'\\t' read -r name rest; do
    [[ $name == ":files" ]] || name="\${name:\${#before}}"
    if [[ $name == ":files" ]]; then
      type compopt >/dev/null 2>&1 && compopt -o default
    elif [[ $typed == \\"* ]]; then
      for word in \\\\ \\" \\$ \\\`; do name="\${name//"$word"/\\\\$word}"; done
      COMPREPLY+=("$name")
    elif [[ $typed == \\'* ]]; then
      word="'"
      COMPREPLY+=("\${name//"$word"/$word\\\\$word$word}")
    else
      COMPREPLY+=("$(printf '%q' "$name")")
    fi
  done < <("\${COMP_WORDS[0]}" ${complete} -- "\${words[@]}" 2>/dev/null </dev/null)
}
complete -F _amplify amplify
`,
  // In zsh and fish a word whose quotes are still open is known without them: $PREFIX, and what `string unescape` makes of it.
  zsh: (complete) => `#compdef amplify
_amplify() {
  local -a names
  local line
  for line in "\${(@f)$("\${words[1]}" ${complete} -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)}"; do
    if [[ $line == ":files" ]]; then
      _files
    elif [[ -n $line ]]; then
      names+=("\${\${\${line%%$'\\t'*}//\\\\/\\\\\\\\}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( $#names )) && _describe amplify names
}
if [[ "\${funcstack[1]}" == "_amplify" ]]; then
  _amplify "$@"
else
  compdef _amplify amplify
fi
`,
  fish: (complete) => `function __amplify_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l meant (string unescape -- "$typed")
    set -l names ($words[1] ${complete} -- $words[2..-1] "$meant" 2>/dev/null </dev/null)
    for name in $names
        if test "$name" = ":files"
            __fish_complete_path "$typed"
        else
            printf '%s\\n' $name
        end
    end
end
complete -c amplify -f -a '(__amplify_complete)'
`,
};
