import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'charge.create': 'charged members',
    'charge.cancel': 'canceled the charge',
    'charge.drop': 'stopped proposing the charge',
    'charge.waive': 'waived an amount of the charge',
    'charge.move': 'moved the due day of the charge',
    'dues.pause': 'paused reminders',
    'dues.resume': 'ended the pause of reminders',
  },
  kinds: { 'charge item': 'charge of a member', 'dues pause': 'pause of reminders' },
};
