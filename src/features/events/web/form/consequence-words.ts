import { plural } from '#kit/words.ts';
export type Touched = {
  readonly occurrences: number;
  /** People who come, may come or wait for a place. */
  readonly answers: number;
  readonly expenses: number;
};

/** What is touched, a sentence each, for whoever is about to do it. */
export function consequenceWords(touched: Touched, act: 'change' | 'delete'): string[] {
  const { occurrences, answers, expenses } = touched;
  const isDeletion = act === 'delete';
  const happens = plural(occurrences, 'occurrence');
  const answered = plural(answers, "person has RSVP'd", "people have RSVP'd");
  const linked = plural(
    expenses,
    'linked expense is not affected',
    'linked expenses are not affected',
  );
  return [
    isDeletion ? `${happens} will be deleted.` : `${happens} will be changed.`,
    answers === 0
      ? "No one has RSVP'd yet."
      : isDeletion
        ? `${answered}. RSVPs are kept, marked as canceled.`
        : `${answered}. RSVPs are kept even if the time changes.`,
    expenses === 0 ? 'No expenses are linked.' : `${linked}.`,
  ];
}
