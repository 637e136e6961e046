/** Receipts: pasted, dropped and chosen, refused and sent again, removed and brought back. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type AttachedFile, fileCalls } from '#features/files/contract.ts';
import { partBytes } from '#features/files/file.ts';
import { drop, makeFile, paste, serveUploads } from '#features/files/web/testing/file-samples.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { expectToast, findDialog, findPanel, press } from '#web/testing/controls.ts';
import { answer, fail, hold, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, nextId } from '#web/testing/session.ts';
import { expenseCalls } from '../../contract.ts';
import type { ListedExpense } from '../../expense.ts';
import { receiptCalls } from '../../receipts/receipt-contract.ts';
import { toSettled } from '../../revise.ts';
import { type Kept, makeExpense, serveExpenses } from '../testing/expense-samples.ts';

const panel = findPanel('Dinner');
const dialog = findDialog('Create New Expense');
const none = panel.getByText('No receipts yet');
const listNames = () =>
  panel
    .getByRole('link', { name: '.pdf' })
    .elements()
    .map(({ textContent }) => textContent);
let expense: ListedExpense;
let kept: Kept;

function serve(shown: ListedExpense, ...[refusals]: Parameters<typeof serveUploads>): void {
  expense = shown;
  kept = serveExpenses(shown);
  const { attach } = serveUploads(refusals);
  const files = new Map<Id<'file'>, AttachedFile>();
  const list = () => ({
    items: kept.get(expense.id).receiptIds.map((id) => files.get(id) as AttachedFile),
  });
  const change = (receiptIds: Id<'file'>[]) => kept.put({ ...kept.get(expense.id), receiptIds });
  answer(receiptCalls.list, list);
  answer(receiptCalls.add, ({ body: { receiptIds } }) => {
    for (const id of receiptIds) files.set(id, attach(id));
    // In the order in which they were uploaded first.
    const all = new Set([...kept.get(expense.id).receiptIds, ...receiptIds]);
    change([...files.keys()].filter((id) => all.has(id)));
    return list();
  });
  answer(receiptCalls.remove, ({ params }) => {
    change(kept.get(expense.id).receiptIds.filter((id) => id !== params.receiptId));
    return undefined;
  });
}

beforeEach(() => serve(makeExpense()));

async function openPanel(): Promise<void> {
  await open(`/expenses?expense=${expense.id}`);
  await expect.element(none).toBeVisible();
}

test('what is pasted goes to the dialog in front, and the focus stays there', async () => {
  await openPanel();
  await press(page, 'Add Expense');
  const add = dialog.getByRole('button', { name: 'Add Receipts' });
  await expect.element(add).toBeVisible();
  (dialog.getByLabelText('Title').element() as HTMLElement).focus();
  paste(makeFile('bill.pdf'));
  await expect.element(dialog.getByText(/^Uploaded$/)).toBeVisible();
  expect(requestsOf(fileCalls.begin)).toHaveLength(1);
  await press(dialog, 'Remove bill.pdf');
  await expect.element(add).toHaveFocus();
  await press(dialog, 'Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requestsOf(receiptCalls.add)).toEqual([]);

  // Nothing covers the panel any more.
  paste(makeFile('late.pdf'));
  await expect.poll(listNames).toEqual(['late.pdf']);
});

test('what is dropped or chosen becomes receipts; one removed is brought back to its place', async () => {
  await openPanel();
  drop(none.element(), makeFile('first.pdf'), makeFile('second.pdf'));
  await expect.poll(() => listNames().toSorted()).toEqual(['first.pdf', 'second.pdf']);
  // Both are sent at once, and whichever arrives first is the first.
  const [one = '', two = ''] = listNames();
  const input = panel.element().querySelector('input[type=file]');
  await userEvent.upload(input as HTMLElement, makeFile('third.pdf'));
  await expect.poll(listNames).toHaveLength(3);
  await expectAccessible(panel);
  await press(panel, `Remove ${two}`);
  await expectToast('Receipt removed');
  await expect.poll(listNames).toEqual([one, 'third.pdf']);
  await expect.element(panel.getByRole('button', { name: `Remove ${one}` })).toHaveFocus();
  await press(page, 'Undo');
  await expect.poll(listNames).toEqual([one, two, 'third.pdf']);
});

test('a receipt that could not be removed stays, with the reason', async () => {
  await openPanel();
  drop(none.element(), makeFile('bill.pdf'));
  await expect.poll(listNames).toEqual(['bill.pdf']);
  answer(receiptCalls.remove, refuse(409, 'expense_settled', 'This expense is settled'));
  await press(panel, 'Remove bill.pdf');
  await expectToast('Failed to remove the receipt');
  await expectToast('This expense is settled');
  expect(listNames()).toEqual(['bill.pdf']);
});

test.for([
  'too_large',
  'not_a_receipt',
  'heic_unsupported',
  'too_many_pixels',
  'unreadable_picture',
  'picture_too_large',
  'picture_too_slow',
])(
  'a file refused as %s stays with the reason and without Retry, and the others arrive',
  async (code) => {
    serve(makeExpense(), { 'wrong.pdf': refuse(415, code, 'Choose a picture or a PDF') });
    await openPanel();
    drop(none.element(), makeFile('wrong.pdf'), makeFile('bill.pdf'));
    const alert = panel.getByRole('alert');
    await expect.element(alert).toMatchTextContent('Choose a picture or a PDF');
    await expect.poll(listNames).toEqual(['bill.pdf']);
    await expect
      .element(panel.getByRole('button', { name: 'Retry wrong.pdf' }))
      .not.toBeInTheDocument();
    await press(panel, 'Remove wrong.pdf');
    await expect.element(alert).not.toBeInTheDocument();
  },
);

test.for([
  ['a line that breaks', unreachable, 'Check your connection'],
  ['a server that fails', fail(503), '503'],
] as const)(
  '%s loses nothing, and what has arrived is not sent again',
  async ([, failure, words]) => {
    await open('/expenses?dialog=create');
    await dialog.getByLabelText('Amount *').fill('23');
    await dialog.getByLabelText('Title').fill('Taxi');
    answer(fileCalls.sendPart, ({ params }) => (params.part === '1' ? failure : undefined));
    const add = dialog.getByRole('button', { name: 'Add Receipts' });
    drop(add.element(), makeFile('bill.pdf', 1_200_000));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(words);
    await press(dialog, 'Create Expense');
    await expect.element(dialog.getByText('bill.pdf could not be uploaded.')).toBeVisible();
    await expect.element(dialog.getByLabelText('Title')).toHaveValue('Taxi');
    expect(requestsOf(expenseCalls.create)).toEqual([]);

    const before = requestsOf(fileCalls.sendPart).length;
    answer(fileCalls.begin, ({ body }) => ({
      id: body.id ?? nextId('file'),
      partBytes,
      missingParts: [1, 2],
      file: null,
    }));
    answer(fileCalls.sendPart, undefined);
    answer(fileCalls.finish, ({ params }) => ({
      id: params.fileId,
      name: 'bill.pdf',
      mediaType: 'application/pdf',
      bytes: 1_200_000,
      width: null,
      height: null,
    }));
    await press(dialog, 'Retry bill.pdf');
    await expect.element(dialog.getByText(/^Uploaded$/)).toBeVisible();
    const parts = requestsOf(fileCalls.sendPart).slice(before);
    expect(parts.map(({ params }) => params.part)).toEqual(['1', '2']);
    await press(dialog, 'Create Expense');
    await expectToast('Expense created successfully!');
    expect(requestsOf(expenseCalls.create)[0]?.body.receiptIds).toHaveLength(1);
  },
);

test('an upload can be canceled, and comes to nothing', async () => {
  await openPanel();
  const release = hold(fileCalls.sendPart);
  drop(none.element(), makeFile('wrong.pdf'));
  await expect
    .element(panel.getByRole('progressbar', { name: 'Uploading wrong.pdf' }))
    .toBeVisible();
  await press(panel, 'Cancel wrong.pdf');
  await expect.element(panel.getByText('wrong.pdf')).not.toBeInTheDocument();
  release();
  await expect.element(none).toBeVisible();
  expect(requestsOf(fileCalls.finish)).toEqual([]);
});

test('a settled expense takes more receipts and loses none', async () => {
  const settledAt = toInstant(Temporal.Now.instant());
  serve(toSettled(makeExpense(), memberId('Maya Chen'), settledAt, 'Cash'));
  await openPanel();
  drop(none.element(), makeFile('late.pdf'));
  await expect.poll(listNames).toEqual(['late.pdf']);
  await expect
    .element(panel.getByRole('button', { name: 'Remove late.pdf' }))
    .not.toBeInTheDocument();
});
