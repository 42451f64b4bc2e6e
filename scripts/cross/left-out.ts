/** Tests that another platform or its emulator cannot run, by name, with the reason. */

export interface LeftOut {
  /** Of the test program: `storage`, `engine/integration`. */
  readonly program: string;
  /** Complete names, as `--skip` with `--exact` takes them; empty: the whole program. */
  readonly tests: readonly string[];
  readonly reason: string;
}

export const leftOutOnWindows: readonly LeftOut[] = [
  {
    program: 'api/api',
    tests: [
      'stuck_scripts::a_projection_that_does_not_stop_is_an_error_of_its_query',
      'stuck_scripts::a_stream_that_sticks_after_its_first_result_ends_with_the_error',
    ],
    reason: 'the script is interrupted at its limit there, before it counts as one that does not stop',
  },
];

export const leftOutOnArm64: readonly LeftOut[] = [
  {
    program: 'engine/integration',
    tests: ['static_indexes::errors_of_a_map_are_kept_with_document_and_line_and_stop_nothing'],
    reason: 'the emulator is too slow for its script, which must fill its memory before its time is over',
  },
];

/** Arguments of a test program, or null when all of it is left out. */
export function skipArguments(leftOut: readonly LeftOut[], program: string): readonly string[] | null {
  const own = leftOut.filter((each) => each.program === program);
  if (own.some(({ tests }) => tests.length === 0)) return null;
  const names = own.flatMap(({ tests }) => tests);
  return names.length === 0 ? [] : ['--exact', ...names.flatMap((name) => ['--skip', name])];
}
