/** What people type for a command beside the words of its label. */
import type { Command } from '#web/command.ts';
import { dropSmallWords, matches } from './matches.ts';

const words = {
  'Settle Up': 'pay owe owed debts balances repay',
  'How to Pay': 'pay chapter bank account iban transfer instructions owe debts',
  'Record Payment': 'add pay paid cash check transfer money',
  'Recurring Expenses': 'repeat subscription monthly weekly rent',
  'Settle Several Expenses': 'all many close bulk',
  'Open Expenses': 'unsettled unpaid',
  'Deleted Expenses': 'trash bin restore undo removed',
  'Add Wallet': 'create new account',
  'Subscribe to Calendar': 'feed ical ics google apple outlook sync',
  'Import Events': 'upload ics ical file calendar',
  'New Calendar': 'add create',
  'Sample Overview': 'static events example archive calendar',
  'Groups of Members': 'board committee teams',
  'New Group': 'add create members board committee team',
  'Invite Members': 'add new people person join invitation email',
  'Import Members': 'upload csv file people spreadsheet',
  'Chapter Settings':
    'preferences policy name time zone logo links roles smallest payment wallets hide',
  'Payment Settings': 'chapter preferences how to pay bank account iban instructions link',
  'Event Settings': 'chapter preferences categories colors main calendar',
  'Audit Log': 'history changes who did records trail',
  Chapters: 'all installation server switch',
  'Create Chapter': 'new add',
  'Your Profile': 'my account edit change photo picture phone bio company privacy name',
  Settings: 'my account preferences sessions devices sign-in security',
  'Password and Passkeys':
    'change security two-step verification 2fa authenticator second factor recovery codes sign-in',
  'Theme: Light': 'mode appearance bright day colors',
  'Theme: Dark': 'mode appearance night black colors',
  'Theme: System': 'mode appearance automatic default colors',
  'Keyboard Shortcuts': 'keys help hotkeys',
  'Sign Out': 'log out logout leave exit',
} as const;
export type CommandLabel = keyof typeof words;

const wordsOfOthers: Record<string, string> = {
  'Log Expense': 'add new create cost bill receipt spend spent split',
  'Add Event': 'new create plan meeting schedule',
  'Contact Member': 'find search email phone call message people',
  Home: 'start dashboard overview',
  Calendar: 'month agenda dates schedule',
  Events: 'rsvp attend going upcoming meetings',
  Expenses: 'costs spending bills balances bank balance',
  Payments: 'paid pay cash check confirm',
  Wallets: 'accounts money transactions balance',
  Members: 'people directory contacts phone email',
};

type Named = Pick<Command, 'label' | 'words'>;

/** Whether a command or page answers to what was typed, which may be a question. */
export function answersTo({ label, words: own = '' }: Named, typed: string): boolean {
  const others: Record<string, string> = { ...words, ...wordsOfOthers };
  return matches(`${label} ${own} ${others[label] ?? ''}`, dropSmallWords(typed));
}
