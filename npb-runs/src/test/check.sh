#!/bin/sh
# Runs programs of target/bin and says of each whether it verified:
#   check.sh target/bin/is.S.serial target/bin/is.S.omp ...
# An OpenMP program is run with 1 and 2 threads (THREADS), an MPI program with
# 1, 2 and 4 ranks (RANKS). Ends with status 1 if any did not verify.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}" # other programs run too
: "${THREADS:=1 2}" "${RANKS:=1 2 4}"
: "${MPIRUN:=mpirun --oversubscribe --bind-to none}"
export OMPI_MCA_mpi_yield_when_idle=1
if [ "$(id -u)" = 0 ]; then
   export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
failures=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT

report() {
   name=$1
   shift
   verdict=FAILED
   if "$@" > "$out" 2>&1 && grep -q 'Verification .* SUCCESSFUL' "$out"; then
      verdict=ok
   fi
   seconds=$(sed -n 's/^ Time in seconds = *//p' "$out")
   printf '%-16s %-12s %10s s  %s\n' "$program" "$name" "${seconds:--}" "$verdict"
   if [ $verdict = FAILED ]; then
      failures=$((failures + 1))
      sed 's/^/   | /' "$out"
   fi
}

for path in "$@"; do
   program=${path##*/}
   case $program in
   *.omp)
      for n in $THREADS; do
         report "$n threads" env OMP_NUM_THREADS="$n" "$path"
      done ;;
   *.mpi)
      for n in $RANKS; do
         report "$n ranks" $MPIRUN -np "$n" "$path"
      done ;;
   *)
      report serial "$path" ;;
   esac
done
if [ $failures != 0 ]; then
   echo "check.sh: expected every run to verify, $failures did not" >&2
   exit 1
fi
