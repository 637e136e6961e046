/** How the chapter is paid. Separate from its settings because everyone who has to pay reads it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { textRules } from '#kit/line.ts';
import { optionalHttpsUrl } from '#kit/outside-url.ts';
import { trimmedText } from '#kit/text.ts';
import { bankAccount } from './bank-account.ts';

const maxHowToPayLength = 1_000;

export const paymentInstructions = z.strictObject({
  /** Plain text whose lines are kept. Empty, as the link, if the chapter says nothing. */
  howToPay: trimmedText(maxHowToPayLength).check(
    z.overwrite((typed) => typed.replaceAll('\r\n', '\n')),
    ...textRules,
  ),
  paymentLink: optionalHttpsUrl,
  bankAccount: z.nullable(bankAccount),
});
export type PaymentInstructions = z.output<typeof paymentInstructions>;

const savedInstructions = z.object({
  ...paymentInstructions.shape,
  // As it was written: the rules of texts are newer than some.
  howToPay: z.string(),
  version: z.int(),
});
export type SavedInstructions = z.output<typeof savedInstructions>;

const path = '/chapter/payment-instructions';
const tag = 'Chapter';
const version = (reply: SavedInstructions) => reply.version;

export const instructionCalls = {
  detail: endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'Read how the chapter is paid: text, payment link, and bank account',
    policy: 'member',
    reply: savedInstructions,
    version,
  }),
  change: endpoint({
    method: 'PUT',
    path,
    tag,
    summary: 'Change how the chapter is paid; empty text and link and no account say nothing',
    policy: 'admin',
    body: paymentInstructions,
    reply: savedInstructions,
    version,
  }),
};
