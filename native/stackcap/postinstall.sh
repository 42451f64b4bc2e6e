#!/bin/sh
# usage: postinstall.sh FILE [GROUP]     (as root; deb and rpm call it after installing FILE, the plain stackcap)
# Puts a copy that may hold processes under Yama beside FILE, as FILE-traced: owner root, mode 0750, cap_sys_ptrace=ep.
# Only members of GROUP (default rookery-trace, made if missing) can run it; nobody is put into the group here.
# "postinstall.sh --remove FILE" takes the copy away again.
set -eu
umask 077

fail() {
    echo "postinstall.sh: $1" >&2
    exit 1
}

remove=
if [ "${1:-}" = --remove ]; then
    remove=yes
    shift
fi
file=${1:-}
group=${2:-rookery-trace}
case $file in
/*) ;;
*) fail "give the absolute path of the installed stackcap" ;;
esac
[ "$(id -u)" = 0 ] || fail "only root can give a file a capability: run it with sudo"
traced=$file-traced
if [ -n "$remove" ]; then
    rm -f "$traced"
    exit 0
fi
[ -f "$file" ] && [ ! -L "$file" ] || fail "$file is not a regular file"
command -v setcap >/dev/null || fail "setcap is missing: install libcap2-bin (Debian, Ubuntu) or libcap (Fedora)"
# Whoever may write in the folder could swap the file between the copy and the grant.
[ "$(stat -c %u "$(dirname "$file")")" = 0 ] || fail "$(dirname "$file") belongs to another user than root"
getent group "$group" >/dev/null || groupadd --system "$group"
rm -f "$traced.new"
cp "$file" "$traced.new"
chown "root:$group" "$traced.new"
chmod 0750 "$traced.new"
# Last, because chown takes capabilities away.
setcap cap_sys_ptrace=ep "$traced.new" || {
    rm -f "$traced.new"
    fail "the file system of $traced keeps no capabilities"
}
mv "$traced.new" "$traced"
echo "$traced may hold processes of the user who runs it; members of the group $group can run it."
