/** The search of the payments' address. The first page loads this file but not the contract. */
import * as z from 'zod/mini';
import { type Id, id } from '#kit/id.ts';
import { pageParam, parseSearch, type SearchOf, textParam } from '#web/screen/search-params.ts';

const dialog = z.enum(['record', 'record-many', 'reject', 'take-back']);
const side = z.union([id<'member'>(), z.literal('chapter')]);
const amount = z.string().check(z.regex(/^\d{1,10}(\.\d{1,2})?$/));

export type PaymentDialog = z.output<typeof dialog>;
export type SearchSide = Id<'member'> | 'chapter';

const params = {
  page: pageParam,
  status: z.enum(['waiting', 'confirmed', 'rejected', 'withdrawn', 'taken_back']),
  /** Only what was recorded together. */
  deposit: id<'deposit'>(),
  /** The payment in the panel. */
  payment: id<'payment'>(),
  dialog,
  /** The payment of the dialogs `reject` and `take-back`. */
  subject: id<'payment'>(),
  /** What `dialog=record` begins with. */
  from: side,
  to: side,
  amount,
  /** As long as an expense's title. */
  note: textParam(200),
  /** The expense it is for. */
  expense: id<'expense'>(),
};

export type PaymentsSearch = SearchOf<typeof params>;
export const parsePaymentsSearch = (raw: Record<string, unknown>) => parseSearch(params, raw);
