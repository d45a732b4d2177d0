# Completion of hieralint for fish. In ~/.config/fish/config.fish: hieralint completion fish | source
# or write it to ~/.config/fish/completions/hieralint.fish.

function __hieralint_complete
    set -l found (hieralint complete -- (commandline -cp | string collect) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c hieralint -f -a '(__hieralint_complete)'
