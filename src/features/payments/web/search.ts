/** The search of the payments' address. The first page loads this file but not the contract. */
import * as z from 'zod/mini';
import { type Id, id } from '#kit/id.ts';

const page = z.coerce.number().check(z.int(), z.minimum(2), z.maximum(1_000_000));
const status = z.enum(['waiting', 'confirmed', 'rejected', 'withdrawn', 'taken_back']);
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

export type PaymentsSearch = {
  /** From 2; omitted for the first page. */
  page?: number | undefined;
  status?: z.output<typeof status> | undefined;
  /** Only what was recorded together. */
  deposit?: Id<'deposit'> | undefined;
  /** The payment in the panel. */
  payment?: Id<'payment'> | undefined;
  dialog?: PaymentDialog | undefined;
  /** The payment of the dialogs `reject` and `take-back`. */
  subject?: Id<'payment'> | undefined;
  /** What `dialog=record` begins with. */
  from?: SearchSide | undefined;
  to?: SearchSide | undefined;
  amount?: string | undefined;
  note?: string | undefined;
  /** The expense it is for. */
  expense?: Id<'expense'> | undefined;
};

/** Parses an address and ignores invalid values. */
export function parsePaymentsSearch(raw: Record<string, unknown>): PaymentsSearch {
  return {
    page: page.safeParse(raw['page']).data,
    status: status.safeParse(raw['status']).data,
    deposit: id<'deposit'>().safeParse(raw['deposit']).data,
    payment: id<'payment'>().safeParse(raw['payment']).data,
    dialog: dialog.safeParse(raw['dialog']).data,
    subject: id<'payment'>().safeParse(raw['subject']).data,
    from: side.safeParse(raw['from']).data,
    to: side.safeParse(raw['to']).data,
    amount: amount.safeParse(raw['amount']).data,
    note: note.safeParse(raw['note']).data,
    expense: id<'expense'>().safeParse(raw['expense']).data,
  };
}
