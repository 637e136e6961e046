/** Filling and reading the form of a transaction. */
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

type Typed = { amount: string; description: string; type?: string; reference?: string };

export const typed: Required<Typed> = {
  type: 'debit',
  amount: '12.34',
  description: 'Typed with care',
  reference: 'R-1',
};

const labels = {
  type: 'Transaction Type *',
  amount: 'Amount *',
  description: 'Description *',
  reference: 'Reference ID',
};

export async function fillTransaction(dialog: Locator, entered: Partial<Typed>): Promise<void> {
  const { type, ...texts } = entered;
  if (type) await dialog.getByLabelText(labels.type).selectOptions(type);
  for (const [name, text] of Object.entries(texts))
    await dialog.getByLabelText(labels[name as keyof typeof texts]).fill(text);
}

export async function expectTyped(dialog: Locator, entered: Partial<Typed>): Promise<void> {
  for (const [name, text] of Object.entries(entered)) {
    const field = dialog.getByLabelText(labels[name as keyof Typed]);
    await expect.element(field).toHaveValue(text);
  }
}
