/** The search of the payments' address. The first page loads this file but not the contract. */
import * as z from 'zod/mini';
import { type Id, id } from '#kit/id.ts';
import { pageParam, parseSearch, type SearchOf } from '#web/screen/search-params.ts';

const dialog = z.enum(['record', 'record-many', 'reject', 'take-back']);
const side = z.union([id<'member'>(), z.literal('chapter')]);
/** The router parses digits as a number. */
const amount = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.regex(/^\d{1,10}(\.\d{1,2})?$/)),
);

/** As long as an expense's title, which may be digits. */
const note = z.pipe(
  z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String)),
  z.string().check(z.maxLength(200)),
);

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
  note,
  /** The expense it is for. */
  expense: id<'expense'>(),
};

export type PaymentsSearch = SearchOf<typeof params>;
export const parsePaymentsSearch = (raw: Record<string, unknown>) => parseSearch(params, raw);
