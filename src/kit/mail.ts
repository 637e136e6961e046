/** `none`: no mail carries the link. `queued`: it is to be sent, or sent again. */
export const mailStates = ['none', 'queued', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** Why a mail did not go out, as far as an admin needs to know; never the mail server's own words. */
export const mailFailures = [
  'refused',
  'put-off',
  'unreachable',
  'not-trusted',
  'sign-in',
  'gave-up',
  'secret-changed',
] as const;
export type MailFailure = (typeof mailFailures)[number];
