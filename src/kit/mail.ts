/** `none`: the link is not mailed. `queued`: waiting to be sent or retried. */
export const mailStates = ['none', 'queued', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** Why a mail was not sent, without quoting the mail server. */
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

/** What a member turns emails on and off about. */
export const mailSwitches = ['money', 'events', 'weekly'] as const;
export type MailSwitch = (typeof mailSwitches)[number];

/** Followed by a token: a page that turns emails off, and what mail programs post for one press. */
export const unsubscribePath = '/unsubscribe';
