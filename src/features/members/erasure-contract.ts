/** Erasing a member who left. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { requiredText } from '#kit/text.ts';
import { memberDetail } from './membership-contract.ts';
import { maxLengths } from './profile.ts';

/** First and last name with the space between them. */
const maxNameLength = 2 * maxLengths.name + 1;

export const erasureCalls = {
  /**
   * Not undoable. The name confirms who is meant. 409 `own_membership`, `not_left`, `already_erased`, and
   * `not_settled` with what is still open; 422 `name_differs`.
   */
  erase: endpoint({
    method: 'POST',
    path: '/users/{memberId}/erasure',
    tag: 'Members',
    summary:
      'Erase a disabled or removed member for good: what is theirs goes, what the books say stays, under "Former member" and a number',
    policy: 'admin',
    params: z.strictObject({ memberId: id<'member'>() }),
    body: z.strictObject({ name: requiredText(maxNameLength, 'Name is required') }),
    reply: memberDetail,
    status: 200,
    version: ({ version }) => version,
  }),
};
