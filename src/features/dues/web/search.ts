/** The search of the dues' address. The first page loads this file but not the contract. */
import * as z from 'zod/mini';
import { type Id, id } from '#kit/id.ts';

const page = z.coerce.number().check(z.int(), z.minimum(2), z.maximum(1_000_000));
const show = z.enum(['open', 'late-30', 'late-60', 'late-61', 'credit', 'left']);
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

export type DuesSearch = {
  /** The list of charges instead of members. */
  view?: 'charges' | undefined;
  /** The charge whose members are listed. */
  charge?: Id<'charge'> | undefined;
  show?: z.output<typeof show> | undefined;
  /** From 2; omitted for the first page. */
  page?: number | undefined;
  /** The member in the panel. */
  member?: Id<'member'> | undefined;
  dialog?: DuesDialog | undefined;
  /** The charge that a dialog is about, or that `new-charge` repeats. */
  of?: Id<'charge'> | undefined;
  /** What it asks of one member, for `waive`, `move` and `cancel`. */
  subject?: Id<'charge-item'> | undefined;
};

/** Parses an address and ignores invalid values. */
export function parseDuesSearch(raw: Record<string, unknown>): DuesSearch {
  return {
    view: raw['view'] === 'charges' ? 'charges' : undefined,
    charge: id<'charge'>().safeParse(raw['charge']).data,
    show: show.safeParse(raw['show']).data,
    page: page.safeParse(raw['page']).data,
    member: id<'member'>().safeParse(raw['member']).data,
    dialog: dialog.safeParse(raw['dialog']).data,
    of: id<'charge'>().safeParse(raw['of']).data,
    subject: id<'charge-item'>().safeParse(raw['subject']).data,
  };
}
