#!/bin/bash
# Makes the man pages from what the commands say of themselves: make man. picocli writes AsciiDoc,
# asciidoctor makes man pages of that; Maven brings both.
# Usage: man.sh FOLDER; it gets man1.
set -eu
umask 022

sources=$(readlink -f "$(dirname "$0")/../../../..")
program=$sources/collector/program/target/program.jar:$sources/npb-runs/target/npb-runs.jar
libraries=$sources/valgrind-tool/target/man-libraries
out=$(readlink -m "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -r java <"$sources/collector/program/target/ready"
JAVA_HOME=$(dirname "$(dirname "$java")")
export JAVA_HOME
PATH=$JAVA_HOME/bin:$PATH

if [ ! -e "$libraries/complete" ]; then
  mvn -B -q -f "$sources/valgrind-tool/src/main/man/pom.xml" dependency:copy-dependencies \
    -DoutputDirectory="$libraries" >"$work/log" 2>&1 || {
    tail -n 5 "$work/log" >&2
    echo "expected picocli-codegen and asciidoctorj from Maven's repository, but could not get them; connect to it once" >&2
    exit 1
  }
  touch "$libraries/complete"
fi
mkdir "$work/classes" "$work/pages"
javac -d "$work/classes" -cp "$program:$libraries/*" "$sources/valgrind-tool/src/main/man/ManPages.java"
java "@$sources/java-options" -cp "$work/classes:$program:$libraries/*" org.tslmap.collector.cli.ManPages "$work/pages"
rm -rf "$out/man1"
mkdir -p "$out"
java -cp "$libraries/*" org.asciidoctor.jruby.cli.AsciidoctorInvoker -b manpage \
  -D "$out/man1" "$work"/pages/*.adoc
