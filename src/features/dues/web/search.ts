/** The search of the dues' address. The first page loads this file but not the contract. */
import * as z from 'zod/mini';
import { id } from '#kit/id.ts';
import { pageParam, parseSearch, type SearchOf } from '#web/screen/search-params.ts';

const dialog = z.enum([
  'new-charge',
  'late-fee',
  'cancel-charge',
  'waive',
  'move',
  'cancel',
  'pause',
]);

export type DuesDialog = z.output<typeof dialog>;

const params = {
  /** The list of charges instead of members. */
  view: z.literal('charges'),
  charge: id<'charge'>(),
  show: z.enum(['open', 'late-30', 'late-60', 'late-61', 'credit', 'left']),
  page: pageParam,
  member: id<'member'>(),
  dialog,
  /** The charge that a dialog is about, or that `new-charge` repeats. */
  of: id<'charge'>(),
  /** What it asks of one member, for `waive`, `move` and `cancel`. */
  subject: id<'charge-item'>(),
};

export type DuesSearch = SearchOf<typeof params>;
export const parseDuesSearch = (raw: Record<string, unknown>) => parseSearch(params, raw);
