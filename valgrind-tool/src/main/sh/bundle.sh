#!/bin/bash
# Makes one archive of the program with its own Java: make bundle.
# Usage: bundle.sh ARCHIVE.tar.gz; the archive holds one folder of that name.
set -eu
umask 022

here=$(dirname "$(readlink -f "$0")")
archive=$(readlink -m "$1")
name=$(basename "$archive" .tar.gz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$here/install.sh" "$work/$name"
home=$work/$name/lib/tslmap

java=$(head -n 1 "$home/collector/program/target/ready")
tools=$(dirname "$java")
if [ ! -x "$tools/jlink" ] || [ ! -d "$tools/../jmods" ]; then
  echo "expected jlink and jmods in the JDK of $java, but found none; install a whole JDK 17" >&2
  exit 1
fi
modules=$("$tools/jdeps" --multi-release 17 --ignore-missing-deps --print-module-deps \
  -cp "$home/collector/program/target/lib/*" "$home"/collector/program/target/lib/{cli,bench,apex}.jar)
# java-options names jdk.compiler.
"$tools/jlink" --add-modules "$modules,jdk.compiler" --strip-java-debug-attributes --no-header-files \
  --no-man-pages --output "$home/java"
# Debian's JDK keeps debug information of its own apart; others do not.
find "$home/java" -name '*.so' -exec strip --strip-unneeded {} + 2>/dev/null || true
"$home/java/bin/java" -Xshare:dump >/dev/null

# Libraries that a bare system may lack, all but the C library's own. Java looks for them beside its own.
native=$work/native
mkdir "$native"
for jar in "$home"/collector/program/target/lib/*.jar; do
  (cd "$native" && "$tools/jar" --extract --file "$jar" native 2>/dev/null) || true
done
find "$home/java/lib" "$native" -name '*.so' -exec ldd {} + 2>/dev/null |
  sed -n 's/^[[:space:]].* => \(\/[^ ]*\) .*/\1/p' | sort -u | while read -r library; do
  case $library in
    "$work"/*) continue ;;
    */libc.so.* | */libm.so.* | */libpthread.so.* | */libdl.so.* | */librt.so.* | */libX*) continue ;;
  esac
  cp -L "$library" "$home/java/lib/"
  package=$(dpkg -S "$(readlink -f "$library")" 2>/dev/null | sed 's/:.*//' || true)
  if [ -n "$package" ] && [ -e "/usr/share/doc/$package/copyright" ]; then
    mkdir -p "$home/java/legal/$package"
    cp -L "/usr/share/doc/$package/copyright" "$home/java/legal/$package/"
  fi
done
# A font, so that pictures can be drawn without fontconfig.
font=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
if [ -e $font ]; then
  mkdir -p "$home/java/lib/fonts"
  cp $font "$home/java/lib/fonts/"
  {
    printf '%s\n' version=1 sequence.allfonts=latin-1 'allfonts.latin-1=DejaVu Sans'
    for family in dialog dialoginput sansserif serif monospaced; do
      for style in plain bold italic bolditalic; do
        echo "$family.$style.latin-1=DejaVu Sans"
      done
    done
    echo "filename.DejaVu_Sans=\$JRE_LIB_FONTS/DejaVuSans.ttf"
  } >"$home/java/lib/fontconfig.properties"
fi
chmod -R u=rwX,go=rX "$work/$name"

tar -C "$work" --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -9 >"$archive.new"
mv "$archive.new" "$archive"
echo "$archive: $(($(stat -c %s "$archive") / 1000000)) MB"
