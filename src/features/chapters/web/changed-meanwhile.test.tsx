/** Settings that another admin saved in the meantime: the form takes theirs where nothing was touched. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categoryCalls } from '#features/events/categories/category-contract.ts';
import { cents } from '#kit/money.ts';
import { expectToast, press } from '#web/testing/controls.ts';
import { answer, refuse, requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { timeZone } from '#web/testing/session.ts';
import { type ChapterDetail, chapterCalls } from '../chapter-contract.ts';
import { instructionCalls, type SavedInstructions } from '../payment-instructions-contract.ts';

const changed = refuse(412, 'changed_meanwhile', 'Someone else changed this');
const isBasedOn = (headers: Headers, { version }: { version: number }) =>
  headers.get('if-match') === `"${version}"`;

test('the settings of the chapter', async () => {
  let chapter: ChapterDetail = {
    name: 'San Diego',
    timeZone,
    policy: 'open',
    eventPolicy: 'open',
    membersSeeWallets: false,
    settlesThrough: 'wallets',
    amountsInSubjects: true,
    links: { chapterSiteUrl: '', networkHubUrl: '', learningCentreUrl: '', localPlatformUrl: '' },
    smallestPayment: cents(1_00),
    version: 1,
  };
  answer(chapterCalls.detail, () => chapter);
  answer(categoryCalls.list, { items: [], version: 1 });
  answer(chapterCalls.change, ({ body, headers }) => {
    if (!isBasedOn(headers, chapter)) return changed;
    chapter = { ...chapter, name: body.name, smallestPayment: body.smallestPayment, version: 3 };
    return chapter;
  });
  await open('/settings/chapter', { as: 'admin' });
  const smallest = page.getByLabelText('Smallest Payment');
  await smallest.fill('2');
  chapter = { ...chapter, name: 'San Diego North', version: 2 };
  await press(page, 'Save Settings');
  await expect
    .element(page.getByText('Someone else changed the settings while you were editing.'))
    .toBeVisible();
  await expect.element(page.getByLabelText('Chapter Name')).toHaveValue('San Diego North');
  await expect.element(smallest).toHaveValue('2');
  await press(page, 'Save My Changes');
  await expectToast('Settings saved');
  await expect.element(page.getByRole('button', { name: 'Save Settings' })).toBeVisible();
  expect(chapter).toMatchObject({ name: 'San Diego North', smallestPayment: cents(2_00) });
});

test('how the chapter is paid', async () => {
  let saved: SavedInstructions = {
    howToPay: 'Give Priya a check.',
    paymentLink: '',
    bankAccount: null,
    version: 1,
  };
  answer(instructionCalls.detail, () => saved);
  answer(instructionCalls.change, ({ body, headers }) => {
    if (!isBasedOn(headers, saved)) return changed;
    saved = { ...body, version: 3 };
    return saved;
  });
  await open('/settings/payments', { as: 'admin' });
  await page.getByLabelText('Payment Link').fill('https://pay.example.org/sd');
  saved = { ...saved, howToPay: 'Give Tom a check.', version: 2 };
  await press(page, 'Save How to Pay');
  await expect.element(page.getByLabelText('Instructions')).toHaveValue('Give Tom a check.');
  await press(page, 'Save My Changes');
  await expectToast('How to pay saved');
  expect(requestsOf(instructionCalls.change).at(-1)?.body).toEqual({
    howToPay: 'Give Tom a check.',
    paymentLink: 'https://pay.example.org/sd',
    bankAccount: null,
  });
});
