#!/bin/bash
# Installs the built program into a new folder and measures with it there: as another user if this one
# is root, and without the sources' Maven, compiler and make. A tool for another Valgrind is refused.
#   valgrind-tool/src/test/install.sh
set -eu
here=$(cd "$(dirname "$0")/../../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix="$folder/with a space/prefix"

fail() {
  printf 'install.sh: %s\n' "$@" >&2
  exit 1
}

make --silent -C "$here/valgrind-tool" install PREFIX="$prefix"
mkdir "$folder/bin" "$folder/work"
for program in bash sh java readlink dirname find sed head grep env ls cat uname mktemp rm mv mkdir \
  flock touch locale setarch; do
  ln -s "$(command -v $program)" "$folder/bin/$program"
done
for part in "$(command -v valgrind)"*; do ln -sf "$part" "$folder/bin/"; done
chmod 755 "$folder"
user=()
if [ "$(id -u)" = 0 ]; then
  chown nobody "$folder/work"
  user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
installed() {
  (cd "$folder/work" && "${user[@]}" env -i PATH="$folder/bin" HOME="$folder/work" "$prefix/bin/tslmap" "$@" 2>&1)
}

text=$(installed run --trace none --out run -- /bin/true) || fail "expected status 0, found this:" "$text"
[[ $text == *"received = scored = the tool's own count"* ]] || fail "expected a table, found this:" "$text"
header=$(installed --include-dir)/tslmap.h
[ -e "$header" ] || fail "expected the header at $header, found none"

notes=$prefix/lib/tslmap/valgrind-tool/target/valgrind/built-for
sed -i 's/^version=.*/version=3.18.0/; s/^time=.*/time=1/' "$notes"
! text=$(installed run --out other -- /bin/true) || fail "expected a refusal of Valgrind 3.18.0, found none"
[[ $text == *"expected Valgrind 3.18.0, for which the tool was built, but found "* ]] ||
  fail "expected a refusal of Valgrind 3.18.0, found this:" "$text"
echo "install.sh: the installed program measures"
