#!/bin/sh
# Installs a copy of stackcap that can capture other processes of the user who runs it. Run it as root.
#
#   postinstall.sh [--into FOLDER] [--group GROUP] FILE     FILE is the plain stackcap, given by its absolute path
#   postinstall.sh [--into FOLDER] --remove
#
# The copy is FOLDER/stackcap (default /usr/local/lib/rookery): owner root, group GROUP (default rookery, created if
# missing), mode 0750, cap_sys_ptrace=ep. Only members of GROUP can run it; this script adds nobody to the group.
# FOLDER and every folder above it must belong to root, be no symbolic link and be writable by nobody else: whoever can
# write there could replace the copy. Rookery looks for it in /usr/local/lib/rookery, /usr/lib/rookery and /opt/rookery.
set -eu
umask 077

fail() {
    echo "postinstall.sh: $1" >&2
    exit 1
}

# Fails unless the folder and all above it can be changed by root alone.
require_safe() {
    folder=$1
    while :; do
        [ ! -L "$folder" ] || fail "$folder is a symbolic link: give the folder it leads to"
        [ -d "$folder" ] || fail "$folder is not a folder"
        [ "$(stat -c %u "$folder")" = 0 ] || fail "$folder belongs to another user than root: choose another folder with --into"
        case $(stat -c %A "$folder") in
        ?????w* | ????????w*) fail "$folder can be written by others than root ($(stat -c '%A %G' "$folder")): choose another folder with --into" ;;
        esac
        [ "$folder" != / ] || return 0
        folder=$(dirname "$folder")
    done
}

into=/usr/local/lib/rookery
group=rookery
remove=
while [ $# -gt 0 ]; do
    case $1 in
    --into)
        [ $# -ge 2 ] || fail "--into needs a folder"
        into=$2
        shift 2
        ;;
    --group)
        [ $# -ge 2 ] || fail "--group needs a name"
        group=$2
        shift 2
        ;;
    --remove)
        remove=yes
        shift
        ;;
    -*) fail "unknown option $1" ;;
    *) break ;;
    esac
done
case $into in
/*[!/]) ;;
*) fail "--into needs an absolute path without a slash at its end" ;;
esac
case /$into/ in
*/../* | */./*) fail "--into needs a path without . and .." ;;
esac
[ "$(id -u)" = 0 ] || fail "only root can give a file a capability: run it with sudo"
installed=$into/stackcap
if [ -n "$remove" ]; then
    rm -f "$installed"
    rmdir "$into" 2>/dev/null || true
    echo "$installed is removed."
    exit 0
fi

file=${1:-}
[ $# -le 1 ] || fail "give one file only"
case $file in
/*) ;;
*) fail "give the absolute path of the plain stackcap" ;;
esac
[ -f "$file" ] && [ ! -L "$file" ] || fail "$file is not a regular file"
command -v setcap >/dev/null || fail "setcap is missing: install libcap2-bin (Debian, Ubuntu) or libcap (Fedora)"
if [ ! -e "$into" ] && [ ! -L "$into" ]; then
    require_safe "$(dirname "$into")"
    mkdir -m 0755 "$into"
fi
require_safe "$into"
[ ! -d "$installed" ] || fail "$installed is a folder"
getent group "$group" >/dev/null || groupadd --system "$group"

new=$installed.new
trap 'rm -f "$new"' EXIT
rm -f "$new"
cp "$file" "$new"
chown "root:$group" "$new"
chmod 0750 "$new"
# Last, because chown and every write take capabilities away.
setcap cap_sys_ptrace=ep "$new" || fail "the file system of $into keeps no capabilities: choose another folder with --into"
mv -f "$new" "$installed"
echo "Installed $installed (sha256 $(sha256sum "$installed" | cut -d ' ' -f 1))."
echo "It captures processes of the user who runs it. Only members of the group $group can run it:"
echo "  sudo usermod -aG $group ${SUDO_USER:-USER}     then log out and in again"
