#compdef hieralint
# Completion of hieralint for zsh. In ~/.zshrc, after compinit: source <(hieralint completion zsh)
# or write it to a file `_hieralint` in a directory of $fpath.

_hieralint() {
  local -a found
  local line word meaning
  for line in "${(@f)$("${words[1]}" complete -- "${(j: :)words[1,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    # _describe wants word:meaning, with the colons of the word escaped.
    word=${line%%$'\t'*} meaning=${line#*$'\t'}
    found+=("${word//:/\\:}${meaning:+:$meaning}")
  done
  if (( ${#found} )); then
    _describe hieralint found
  else
    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
    _files
  fi
}

if [[ ${funcstack[1]} == _hieralint ]]; then
  _hieralint "$@"
else
  compdef _hieralint hieralint
fi
