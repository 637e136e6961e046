import { plural } from '#kit/counts.ts';
export type Affected = {
  readonly occurrences: number;
  /** Members who are going, may go or are on the waitlist. */
  readonly answers: number;
  readonly expenses: number;
};

/** One sentence for each kind of affected item. */
export function describeConsequences(affected: Affected, action: 'change' | 'delete'): string[] {
  const { occurrences, answers, expenses } = affected;
  const isDeletion = action === 'delete';
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
