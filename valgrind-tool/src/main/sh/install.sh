#!/bin/bash
# Copies the built program into a folder: make install and make bundle.
# Usage: install.sh FOLDER; FOLDER gets bin, lib, include, share, as in /usr/local.
set -eu
umask 022

sources=$(readlink -f "$(dirname "$0")/../../../..")
mkdir -p "$1"
prefix=$(readlink -f "$1")
home=$prefix/lib/tslmap # laid out like the source tree, which the program knows its way in

copy() { # a file or a folder of the tree, to the same place in the installation
  mkdir -p "$home/$(dirname "$1")"
  rm -rf "${home:?}/$1"
  cp -R --no-dereference --preserve=timestamps,links "$sources/$1" "$home/$1"
}

for part in tslmap java-options LICENSE README.md npb-runs/target/npb-runs.jar \
  collector/program/target/program.jar collector/program/target/lib valgrind-tool/target/valgrind; do
  copy "$part"
done
cp "$sources/valgrind-tool/LICENSE" "$home/valgrind-tool/"
if [ -e "$sources/apexmap/target/native/apex-stream" ]; then copy apexmap/target/native/apex-stream; fi

# The second line is where the archive of classes is for: nowhere yet, so that a start makes it.
rm -f "$home/collector/program/target/tslmap.jsa"
{ head -n 1 "$sources/collector/program/target/ready"; printf '%s\n' - '' ''; } >"$home/collector/program/target/ready"

mkdir -p "$prefix/bin" "$prefix/include"
ln -sf ../lib/tslmap/tslmap "$prefix/bin/tslmap"
cp "$sources/valgrind-tool/src/main/include/tslmap.h" "$prefix/include/"
pages=$sources/valgrind-tool/target/man/man1
if [ -d "$pages" ]; then
  mkdir -p "$prefix/share/man/man1"
  install -m 644 "$pages"/*.1 "$prefix/share/man/man1/"
fi
chmod -R u=rwX,go=rX "$home"
chmod 644 "$prefix/include/tslmap.h"
