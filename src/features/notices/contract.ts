/** Which emails a member gets, changed in the settings or by a link in one of these emails. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { mailSwitches } from '#kit/mail.ts';

const emails = z.object({
  /** Whether this server sends emails at all. */
  isSent: z.boolean(),
  /** Payments to confirm or that no longer count, new charges, large shares. */
  money: z.boolean(),
  /** Invitations and changes, and reminders of events. */
  events: z.boolean(),
  weekly: z.boolean(),
});

const token = z.string().check(z.maxLength(200));
const link = z.object({
  mail: z.enum(mailSwitches),
  isOn: z.boolean(),
  chapterName: z.string(),
});
export type EmailLink = z.output<typeof link>;

const tag = 'Emails';

export const emailCalls = {
  detail: endpoint({
    method: 'GET',
    path: '/emails',
    tag,
    summary: 'Which emails you get',
    policy: 'member',
    reply: emails,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/emails',
    tag,
    summary: 'Turn one kind of emails on or off',
    policy: 'member',
    body: z.strictObject({ mail: z.enum(mailSwitches), isOn: z.boolean() }),
    reply: emails,
  }),
  look: endpoint({
    method: 'POST',
    path: '/emails/link/look',
    tag,
    summary: 'Which emails a link in one of them turns on and off; changes nothing',
    policy: 'anyone',
    body: z.strictObject({ token }),
    reply: link,
    status: 200,
  }),
  changeByLink: endpoint({
    method: 'POST',
    path: '/emails/link',
    tag,
    summary: 'Turn the emails that a link is about on or off',
    policy: 'anyone',
    body: z.strictObject({ token, isOn: z.boolean() }),
    reply: link,
    status: 200,
  }),
};
