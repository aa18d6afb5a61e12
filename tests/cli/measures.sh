# docs/measures.md is what the table says, and series.csv has its columns.
set -eu
"$REPOSE" measures --markdown | cmp - "$REPOSE_SOURCE/docs/measures.md" || {
    echo "docs/measures.md is old: repose measures --markdown > docs/measures.md" >&2
    exit 1
}
