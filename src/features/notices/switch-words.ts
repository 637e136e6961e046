import type { MailSwitch } from '#kit/mail.ts';

/** What a switch turns on and off, within a sentence. */
export const switchWords: Record<MailSwitch, string> = {
  money: 'emails about money',
  events: 'emails about events',
  weekly: 'weekly summaries',
};
