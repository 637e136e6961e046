/** A made-up feature: samples that members are charged for. `samples-feature.test.ts`, beside this folder, adds it. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules } from '#kit/line.ts';
import { money } from '#kit/money.ts';
import { requiredText } from '#kit/text.ts';

export const sample = z.object({
  id: id<'sample'>(),
  memberId: id<'member'>(),
  title: z.string(),
  /** What the member is charged; negative if they get it. */
  amount: money,
  isChecked: z.boolean(),
  createdAt: instant,
});
export type Sample = z.output<typeof sample>;

const newSample = z.strictObject({
  memberId: id<'member'>(),
  title: requiredText(100, 'Title is required').check(...lineRules),
  amount: money.check(z.refine((amount) => amount !== 0, 'Must not be zero')),
});

const tag = 'Samples';

export const sampleCalls = {
  list: endpoint({
    method: 'GET',
    path: '/samples',
    tag,
    summary: "List the chapter's samples, newest first",
    policy: 'treasurer',
    reply: z.object({ items: z.array(sample) }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/samples/{sampleId}',
    tag,
    summary: 'Read a sample',
    policy: 'treasurer',
    params: z.strictObject({ sampleId: id<'sample'>() }),
    reply: sample,
  }),
  create: endpoint({
    method: 'POST',
    path: '/samples',
    tag,
    summary: 'Give a member a sample, and charge them for it',
    policy: 'treasurer',
    movesMoney: true,
    body: newSample,
    reply: sample,
  }),
};
