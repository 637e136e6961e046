/** Whether a member wants emails about events. Separate because only the settings load it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';

const eventMails = z.object({
  isOn: z.boolean(),
  /** Whether this server sends emails at all. */
  isSent: z.boolean(),
});

const tag = 'Events';

export const eventMailCalls = {
  detail: endpoint({
    method: 'GET',
    path: '/event-mails',
    tag,
    summary:
      'Whether you get emails about new events, and when events you expect are moved or canceled',
    policy: 'member',
    reply: eventMails,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/event-mails',
    tag,
    summary: 'Turn emails about events on or off',
    policy: 'member',
    body: z.strictObject({ isOn: z.boolean() }),
    reply: eventMails,
  }),
};
