# docs/laws.md is what the tables say.
set -eu
"$REPOSE" laws --markdown | cmp - "$REPOSE_SOURCE/docs/laws.md" || {
    echo "docs/laws.md is old: repose laws --markdown > docs/laws.md" >&2
    exit 1
}
"$REPOSE" laws | grep -q '^  walton-braun$'
