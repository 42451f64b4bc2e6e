import type { SelectOption } from '../../../ui/index.ts';

/** A value of a newer server is offered unchanged, so that the form never changes it by itself. */
export function optionsWith(known: readonly SelectOption[], value: string): readonly SelectOption[] {
  return known.some((option) => option.value === value) ? known : [...known, { value, label: value }];
}
