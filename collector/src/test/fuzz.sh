#!/bin/bash
# Fuzzes every reader of data that comes from outside: collector/FUZZING.md says which these are.
#   fuzz.sh [SECONDS [NAME...]]
# Each target for so many seconds (60), as many at once as FUZZ_JOBS says (2); NAME is a target's
# name or a part of it. Needs what `mvn -Pfuzz process-test-classes` has built, and clang for the
# targets in C. Exit status 1 if something was found.
set -eu
cd "$(dirname "$0")/../../.."
seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))
jobs=${FUZZ_JOBS:-2}
logs=$PWD/target/fuzz
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
input_seconds=20
mkdir -p "$logs"

# Targets, one a line: a module, and a Java class or the source of a C program.
targets() {
  find . -path '*/src/test/java/*FuzzTest.java' | sed 's|^\./\(.*\)/src/test/java/\(.*\)\.java|\1 \2|; s|/|.|2g' | sort
  find . -path '*/src/test/fuzz/*.c' | sed 's|^\./\(.*\)/src/test/fuzz/\(.*\)\.c|\1 \2.c|' | sort
}
