#!/bin/sh
# rookery: starts the desktop program or serve mode, or a command of rookeryd about recordings.
set -eu

self=$(readlink -f "$0")
folder=$(dirname "$(dirname "$self")")
program=$folder/rookery
server=$folder/@SERVER@

usage() {
    cat <<'HELP'
@HELP@
HELP
}

# Chromium's sandbox refuses to start as root.
refuse_root() {
    if [ "$(id -u)" = 0 ]; then
        echo "rookery: does not run as root, because Chromium's sandbox does not. Start it as another user." >&2
        exit 3
    fi
}

case ${1:-} in
--version | -V)
    echo "@VERSION@"
    ;;
--help | -h | help)
    usage
    ;;
serve)
    refuse_root
    # Electron needs a display even without a window; a virtual one is enough.
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        exec "$program" "$@"
    elif command -v xvfb-run >/dev/null; then
        exec xvfb-run --auto-servernum "$program" "$@"
    fi
    echo "rookery serve: there is no display. Install xvfb, which provides a virtual one, or use rookeryd for an engine without a window." >&2
    exit 3
    ;;
open)
    if [ $# -ne 2 ] && [ $# -ne 4 ]; then
        echo "rookery open: give one URL or FILE; see rookery --help." >&2
        exit 2
    fi
    refuse_root
    exec "$program" "$@"
    ;;
record | inspect | recording)
    exec "$server" "$@"
    ;;
"" | --*)
    refuse_root
    exec "$program" "$@"
    ;;
*)
    echo "rookery: '$1' is not a command; see rookery --help. To open a file: rookery open FILE" >&2
    exit 2
    ;;
esac
