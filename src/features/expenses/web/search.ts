import * as z from 'zod';
import { type Id, id } from '#kit/id.ts';

const expenseDialogs = ['create', 'edit', 'settle', 'delete'] as const;
export type ExpenseDialog = (typeof expenseDialogs)[number];

/** What the address of the expenses page says; everything else is left out of it. */
export type ExpensesSearch = {
  /** From 2; the first page is not said. */
  page?: number | undefined;
  /** The event whose expenses are shown. */
  eventId?: Id | undefined;
  /** The expense whose panel is open. */
  expense?: Id | undefined;
  dialog?: ExpenseDialog | undefined;
  /** The expense the dialog is about; not said for `create`. */
  subject?: Id | undefined;
};

const parts = {
  page: z.coerce.number().int().min(2).max(1_000_000),
  dialog: z.enum(expenseDialogs),
};

/** Reads an address; whatever it cannot mean is as if it were not there. */
export function expensesSearch(raw: Record<string, unknown>): ExpensesSearch {
  return {
    page: parts.page.safeParse(raw['page']).data,
    eventId: id.safeParse(raw['eventId']).data,
    expense: id.safeParse(raw['expense']).data,
    dialog: parts.dialog.safeParse(raw['dialog']).data,
    subject: id.safeParse(raw['subject']).data,
  };
}
