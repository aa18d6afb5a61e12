# Every figure of the papers: drawn, its numbers met.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$REPOSE" reproduce --all -o "$work"
