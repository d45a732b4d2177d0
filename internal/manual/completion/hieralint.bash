# Completion of hieralint for bash. In ~/.bashrc: source <(hieralint completion bash)
# or write it to a file in the directory ~/.local/share/bash-completion/completions.

_hieralint() {
  local line=${COMP_LINE:0:COMP_POINT} word=${COMP_WORDS[COMP_CWORD]} typed candidate IFS=$'\n'
  # bash treats `=` and `:` as the ends of words; only what follows them is replaced.
  typed=${line##*[[:space:]]}
  [[ $word == [=:] ]] && word=
  local before=${typed%"$word"}
  COMPREPLY=()
  for candidate in $("${COMP_WORDS[0]}" complete -- "$line" 2>/dev/null); do
    candidate=${candidate%%$'\t'*}
    COMPREPLY+=("${candidate#"$before"}")
  done
}
complete -o bashdefault -o default -F _hieralint hieralint
