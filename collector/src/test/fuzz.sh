#!/bin/bash
# Fuzzes every reader of data that comes from outside (collector/FUZZING.md): ./tslmap test --fuzz
#   fuzz.sh [SECONDS [NAME...]]
# Each target for so many seconds (default 60), as many at once as FUZZ_JOBS says (default 2). NAME is
# a part of a target's name: Profile, pass. FUZZ_SEED makes runs begin alike. Needs the classes that `mvn -Pfuzz process-test-classes`
# has built. Exit status 1 if something was found; the input is then kept beside the seeds.
set -u
cd "$(dirname "$0")/../../.."
root=$PWD
seconds=${1:-60}
case $seconds in '' | *[!0-9]*) echo "fuzz.sh: expected seconds, found $seconds" >&2; exit 2 ;; esac
shift $(($# > 0 ? 1 : 0))
names=("$@")
jobs=${FUZZ_JOBS:-2}
logs=$root/target/fuzz
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
export TMPDIR=$logs/tmp
mkdir -p "$TMPDIR"
# An input that takes longer, or more memory than this, is a finding.
limits=(-timeout=60 -rss_limit_mb=3000 -malloc_limit_mb=1000 -print_final_stats=1 -verbosity=1)
if [ -n "${FUZZ_SEED:-}" ]; then limits+=("-seed=$FUZZ_SEED"); fi

# The targets: a module, and a Java class or the source of a program in C.
targets() {
  find . -path '*/src/test/java/*FuzzTest.java' | sort |
    sed -E 's|^\./(.*)/src/test/java/(.*)\.java$|\1 \2|' | while read -r module class; do
    echo "$module ${class//\//.}"
  done
  find . -path '*/src/test/fuzz/*.c' | sort | sed -E 's|^\./(.*)/src/test/fuzz/(.*)$|\1 \2|'
}

wanted() {
  local name
  [ ${#names[@]} = 0 ] && return 0
  for name in "${names[@]}"; do
    case $1 in *"$name"*) return 0 ;; esac
  done
  return 1
}

fuzz_java() { # MODULE CLASS LOG
  cd "$root/$1" || exit 2
  timeout -k 10 $((seconds + 300)) "$java" "@$root/java-options" -Xmx768m -XX:+UseSerialGC \
    "-Djava.io.tmpdir=$TMPDIR" "-Dtslmap.home=$root" \
    -Dorg.slf4j.simpleLogger.defaultLogLevel=off \
    -cp "target/test-classes:target/classes:$(cat target/fuzz.classpath)" \
    com.code_intelligence.jazzer.Jazzer "--target_class=$2" \
    '--instrumentation_includes=org.tslmap.**' "-max_total_time=$seconds" "${limits[@]}" >"$3" 2>&1
}

fuzz_c() { # MODULE SOURCE LOG
  local name=${2%.c}
  cd "$root/$1" || exit 2
  make -s "target/native/fuzz_$name" >"$3" 2>&1 || return
  mkdir -p ".cifuzz-corpus/$name"
  timeout -k 10 $((seconds + 300)) "target/native/fuzz_$name" "-max_total_time=$seconds" \
    "${limits[@]}" "-artifact_prefix=$PWD/src/test/fuzz/$name/" ".cifuzz-corpus/$name" \
    "src/test/fuzz/$name" >>"$3" 2>&1
}

# What a target did, in one line.
summary() { # NAME LOG STATUS
  local executed edges found=
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$2" | tail -n 1)
  edges=$(grep -aoE 'cov: [0-9]+' "$2" | tail -n 1)
  [ "$3" = 0 ] || found=", FOUND: $(grep -a -m 1 -E '== Java Exc|^SUMMARY|^==.*ERROR|error:' "$2" || echo "status $3") (see $2)"
  echo "$1: ${executed:-0} inputs, ${edges#cov: } edges$found"
}

fuzz() { # MODULE TARGET
  local name=${2##*.} log status
  case $2 in *.c) name=${2%.c} ;; esac
  log=$logs/$name.log
  case $2 in
    *.c) (fuzz_c "$1" "$2" "$log") ;;
    *) (fuzz_java "$1" "$2" "$log") ;;
  esac
  status=$?
  summary "$name" "$log" $status
  return $status
}

failed=0
clang=yes
printf '#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { return d == 0 && n == 9; }\n' |
  clang -include stddef.h -fsanitize=fuzzer,address -x c -o "$TMPDIR/clang-check" - 2>/dev/null || clang=
rm -f "$TMPDIR/clang-check"
while read -r module target; do
  wanted "$target" || continue
  case $target in
    *.c)
      if [ -z "$clang" ]; then
        echo "${target%.c}: skipped, clang with libFuzzer is not there (Debian: clang libclang-rt-dev)"
        continue
      fi
      ;;
  esac
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
    wait -n || failed=1
  done
  fuzz "$module" "$target" &
done < <(targets)
while [ -n "$(jobs -p)" ]; do
  wait -n || failed=1
  jobs >/dev/null
done
rm -rf "$TMPDIR"
exit $failed
