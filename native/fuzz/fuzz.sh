#!/bin/sh
# usage: fuzz.sh TARGET [libFuzzer options, e.g. -max_total_time=60]
# What cargo-fuzz does, for those who have a nightly compiler but not cargo-fuzz. Finds go to fuzz/artifacts/TARGET,
# the corpus to fuzz/corpus/TARGET. "cargo fuzz run --fuzz-dir native/fuzz TARGET" does the same and adds sanitizers.
set -eu
cd "$(dirname "$0")"
target=$1
shift
mkdir -p "corpus/$target" "artifacts/$target"
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
--cfg fuzzing -Cdebug-assertions -Coverflow-checks"
# Whole inputs to begin with: without them a run rarely gets past a path or a checksum.
seeds=
[ -d "seeds/$target" ] && seeds=seeds/$target
case $target in
bulk_stream | request | subscription) parts= ;;
*) parts=--no-default-features ;;
esac
# Traced comparisons find magic numbers, at half the speed. Requests are text, and their seeds hold the words.
[ "$target" = request ] || RUSTFLAGS="$RUSTFLAGS -Cllvm-args=-sanitizer-coverage-trace-compares"
# shellcheck disable=SC2086
exec cargo +nightly run --release $parts --target "$(rustc +nightly -vV | sed -n 's/^host: //p')" --bin "$target" -- \
    -artifact_prefix="artifacts/$target/" "$@" "corpus/$target" $seeds
