import { expect, test } from 'vitest';
import { describeConsequences } from './describe-consequences.ts';

test('the consequences of a deletion and of a change are described with their numbers', () => {
  expect(describeConsequences({ occurrences: 1, answers: 1, expenses: 1 }, 'delete')).toEqual([
    '1 occurrence will be deleted.',
    "1 person has RSVP'd. RSVPs are kept, marked as canceled.",
    '1 linked expense is not affected.',
  ]);
  expect(describeConsequences({ occurrences: 104, answers: 12, expenses: 3 }, 'change')).toEqual([
    '104 occurrences will be changed.',
    "12 people have RSVP'd. RSVPs are kept even if the time changes.",
    '3 linked expenses are not affected.',
  ]);
  expect(
    describeConsequences({ occurrences: 2, answers: 0, expenses: 0 }, 'delete').slice(1),
  ).toEqual(["No one has RSVP'd yet.", 'No expenses are linked.']);
});
