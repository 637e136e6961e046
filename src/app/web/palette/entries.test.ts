import { expect, test } from 'vitest';
import { answersTo } from './answers-to.ts';
import { commandsOfFeatures, words } from './entries.ts';

function wordsOf(label: string): string {
  const command = commandsOfFeatures.find((each) => each.label === label);
  const found = command?.words ?? words[label];
  if (found === undefined) throw new Error(`nothing is called ${label}`);
  return found;
}

test.each([
  ['Log Expense', 'add expense'],
  ['Log Expense', 'new bill'],
  ['Add Event', 'create event'],
  ['Contact Member', 'phone'],
  ['Settle Up', 'owe'],
  ['Record Payment', 'pay'],
  ['Dues', 'who is late'],
  ['Dues', 'overdue'],
  ['Dues', 'reminder'],
  ['New Charge', 'membership fee'],
  ['How to Pay', 'how do I pay'],
  ['How to Pay', 'how to pay'],
  ['Settle Up', 'How do I pay what I owe?'],
  ['Record Payment', 'how can i pay'],
  ['Wallets', 'where is my wallet'],
  ['Recurring Expenses', 'repeat'],
  ['Deleted Expenses', 'restore'],
  ['Add Wallet', 'create wallet'],
  ['Subscribe to Calendar', 'google calendar'],
  ['Import Events', 'ics'],
  ['New Calendar', 'add calendar'],
  ['New Group', 'add group'],
  ['Invite Members', 'add member'],
  ['Import Members', 'csv'],
  ['Chapter Settings', 'time zone'],
  ['Chapter Settings', 'logo'],
  ['Payment Settings', 'how to pay'],
  ['Audit Log', 'history'],
  ['Create Chapter', 'new chapter'],
  ['Your Profile', 'change photo'],
  ['Password and Passkeys', 'change password'],
  ['Password and Passkeys', '2fa'],
  ['Theme: Dark', 'dark mode'],
  ['Keyboard Shortcuts', 'help'],
  ['Sign Out', 'log out'],
  ['Expenses', 'bank balance'],
])('%s answers to "%s"', (label, typed) =>
  expect(answersTo({ label, words: wordsOf(label) }, typed)).toBe(true),
);

test('a command is not found by words of another, or of no command', () => {
  expect(answersTo({ label: 'Log Expense', words: wordsOf('Log Expense') }, 'dark')).toBe(false);
  expect(answersTo({ label: 'Priya Raman' }, 'add')).toBe(false);
  expect(answersTo({ label: 'Settle Up', words: wordsOf('Settle Up') }, 'how do I')).toBe(false);
});

test('labels are unique, and words belong to something', () => {
  const labels = commandsOfFeatures.map(({ label }) => label);
  expect(new Set([...labels, ...Object.keys(words)]).size).toBe(
    labels.length + Object.keys(words).length,
  );
});
