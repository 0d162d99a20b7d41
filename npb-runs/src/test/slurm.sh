#!/bin/bash
# Starts a Slurm of one node for this user, runs a small sweep in it, and ends it again. Where there
# is no Slurm, or none can be started, it says so and leaves with status 0.
#   npb-runs/src/test/slurm.sh
set -u
here=$(cd "$(dirname "$0")/../../.." && pwd)
folder=$(mktemp -d)
host=$(hostname -s)
pids=

skip() {
  echo "slurm.sh: skipped: $*" >&2
  exit 0
}

finish() {
  for pid in $pids; do kill "$pid" 2>/dev/null; done
  # shellcheck disable=SC2086 # a list of processes
  wait $pids 2>/dev/null
  rm -rf "$folder"
}
trap finish EXIT

PATH=$PATH:/usr/sbin
for program in slurmctld slurmd sbatch squeue; do
  command -v $program >/dev/null || skip "no $program (Debian: apt-get install slurm-wlm)"
done

mkdir -p "$folder/spool" "$folder/state"
: >"$folder/cgroup.conf"
cat >"$folder/slurm.conf" <<END
ClusterName=tslmap
SlurmctldHost=$host
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmctldPort=26817
SlurmdPort=26818
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SlurmdSpoolDir=$folder/spool
StateSaveLocation=$folder/state
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
END
export SLURM_CONF=$folder/slurm.conf

command -v munged >/dev/null || skip "no munged (Debian: apt-get install munge)"
dd if=/dev/urandom of="$folder/munge.key" bs=1024 count=1 2>/dev/null
chmod 400 "$folder/munge.key"
munged --foreground --force --socket="$folder/munge.socket" --key-file="$folder/munge.key" \
  --log-file="$folder/munged.log" --pid-file="$folder/munged.pid" \
  --seed-file="$folder/munged.seed" >"$folder/munged.out" 2>&1 &
pids="$pids $!"
slurmctld -D >"$folder/slurmctld.out" 2>&1 &
pids="$pids $!"
slurmd -D -N "$host" >"$folder/slurmd.out" 2>&1 &
pids="$pids $!"

for _ in $(seq 60); do
  case $(sinfo -h -o %T 2>/dev/null) in idle | mixed | allocated) up=1 && break ;; esac
  sleep 1
done
if [ -z "${up:-}" ]; then
  tail -n 3 "$folder"/*.log "$folder"/*.out >&2
  skip "no Slurm could be started on this machine"
fi

sweep=$folder/sweep
"$here/tslmap" npb sweep --benchmarks is --out "$sweep" --slurm || exit 1
while [ -n "$(squeue -h)" ]; do sleep 1; done
"$here/tslmap" npb sweep --collect "$sweep" || {
  tail -n 20 "$sweep"/logs/* "$folder"/*.log >&2
  exit 1
}
