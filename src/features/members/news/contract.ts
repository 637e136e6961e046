import * as z from 'zod/mini';
import { id } from '#kit/id.ts';
import { happened } from '#kit/news.ts';

export const memberNews = z.object({
  ...happened,
  kind: z.literal('member-joined'),
  memberId: id<'member'>(),
  name: z.string(),
});
export type MemberNews = z.output<typeof memberNews>;
