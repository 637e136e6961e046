/** What "Preview as Others" shows of one's own money is what others see of it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { attendanceCalls } from '#features/events/rsvp/attendance-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { asksCall } from '#features/members/asks-contract.ts';
import { groupCalls } from '#features/members/group-contract.ts';
import { noTexts, type OptionalTexts, optionalFields } from '#features/members/profile.ts';
import { profileCalls } from '#features/members/profile-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { makeWallet, serveWallet } from '#features/wallets/web/testing/wallet-samples.ts';
import { addDays } from '#kit/calendar/month.ts';
import { cents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { findDialog, press } from '#web/testing/controls.ts';
import { answer } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, members, nextId, today } from '#web/testing/session.ts';
import { serveHome } from './home/testing/home-samples.ts';

const maya = memberId('Maya Chen');
const preview = findDialog('Preview as Others');

/** She has to pay $12.50, of which her wallet is $2.50. */
function serve(texts: OptionalTexts = noTexts): void {
  const member = members.find(({ id }) => id === maya);
  if (!member) throw new Error('Maya Chen is a member');
  answer(profileCalls.profile, {
    ...member,
    ...texts,
    phoneUrl: null,
    privacy: null,
    locked: null,
    role: 'member',
    status: 'active',
    isErased: false,
    version: 1,
  });
  const { wallet } = serveWallet();
  const wallets = [{ ...wallet, currentBalance: cents(-2_50) }];
  answer(walletCalls.list, ({ query }) => ({ wallets: pageOf(wallets, wallets.length, query) }));
  const { id: walletId, currencyCode, createdAt: date } = wallet;
  const dinner = { id: nextId('transaction'), walletId, currencyCode, date, description: 'Dinner' };
  answer(walletCalls.openDebits, ({ query }) =>
    pageOf([{ ...dinner, dueOn: today(), amount: cents(40_00), open: cents(2_50) }], 7, query),
  );
  answer(groupCalls.list, { items: [] });
  answer(attendanceCalls.ofMember, { items: [] });
  const owed = { open: cents(-10_00), wallet: cents(-2_50), standing: cents(-12_50) };
  const standing = { memberId: maya, name: 'Maya Chen', ...owed, walletId: wallet.id };
  answer(expenseCalls.standings, {
    items: [{ ...standing, otherCurrencies: [] }],
    chapter: cents(12_50),
  });
}

async function show(membersSeeWallets: boolean): Promise<void> {
  serve();
  await open(`/members/${maya}`, { rules: { membersSeeWallets } });
  await press(page, 'Preview as Others');
  await expect.element(preview).toMatchTextContent('How your profile looks to members');
  await expect.element(preview).toMatchTextContent('No upcoming events.');
}

const hidden = 'Only treasurers and admins can see your balance and wallets.';

test('balance, wallets and what is not covered are in the preview of a profile if others see them', async () => {
  await show(true);
  await expect.element(preview).toMatchTextContent('Maya Chen has to pay $12.50');
  await expect.element(preview.getByRole('link', { name: 'Maya – USD' })).toBeVisible();
  const open = preview.getByRole('region', { name: 'Not covered yet' });
  await expect.element(open).toMatchTextContent(/Dinner Due today\$2\.50 of \$40\.00 open/);
  await expect.element(open).toMatchTextContent('and 6 more');
  expect(preview.element().textContent).not.toContain(hidden);
});

test('they are not in the preview if others do not see them, but on her own page', async () => {
  await show(false);
  await expect.element(preview).toMatchTextContent(hidden);
  expect(preview.element().textContent).not.toMatch(/\$|Maya – USD/);
  expect(document.querySelector('main')?.textContent).toContain('$12.50');
});

test('a debit that is late says so, and of several wallets it names the one that is charged', async () => {
  serve();
  const wallets = ['Travel', 'Maya – USD'].map((name) => ({ ...makeWallet('Maya Chen'), name }));
  const [travel, oldest] = wallets;
  if (!travel || !oldest) throw new Error('there are two wallets');
  const late = { ...oldest, currentBalance: cents(-40_00) };
  answer(walletCalls.list, ({ query }) => ({ wallets: pageOf([travel, late], 2, query) }));
  const { id: walletId, currencyCode, createdAt: date } = oldest;
  const debit = { id: nextId('transaction'), walletId, currencyCode, date, description: 'Dues' };
  const amounts = { amount: cents(40_00), open: cents(40_00) };
  answer(walletCalls.openDebits, ({ query }) =>
    pageOf([{ ...debit, ...amounts, dueOn: addDays(today(), -12) }], 1, query),
  );
  await open(`/members/${maya}`);
  const card = page.getByRole('region', { name: 'Wallets' });
  await expect.element(card).toMatchTextContent('Dues 12 days late');
  await expect
    .element(card)
    .toMatchTextContent('Charges and payments go to Maya – USD, the oldest');
});

test('a wallet below zero that the other ones cover has no list of what is not covered', async () => {
  serve();
  const [travel, oldest] = [makeWallet('Maya Chen'), makeWallet('Maya Chen')];
  const wallets = [travel, { ...oldest, currentBalance: cents(-40_00) }];
  answer(walletCalls.list, ({ query }) => ({ wallets: pageOf(wallets, 2, query) }));
  answer(walletCalls.openDebits, ({ query }) => pageOf([], 0, query));
  await open(`/members/${maya}`);
  const card = page.getByRole('region', { name: 'Wallets' });
  await expect.element(card).toMatchTextContent('-$40.00');
  await expect
    .element(card.getByRole('region', { name: 'Not covered yet' }))
    .not.toBeInTheDocument();
});

test('a profile shows each text, and its form has a field for each', async () => {
  const texts = Object.fromEntries(optionalFields.map((field) => [field, `Text of ${field}`]));
  serve({ ...noTexts, ...texts, website: 'https://zephyr.example/' });
  await open(`/members/${maya}`);
  const shown = page.getByRole('main');
  for (const field of optionalFields) {
    const text = field === 'website' ? 'zephyr.example' : `Text of ${field}`;
    await expect.element(shown).toMatchTextContent(text);
  }
  await press(page, 'Edit Profile');
  const dialog = findDialog('Edit Your Profile');
  await expect.element(dialog).toBeVisible();
  const names = [...dialog.element().querySelectorAll('[name]')].map((field) =>
    field.getAttribute('name'),
  );
  expect(names).toEqual(expect.arrayContaining(optionalFields));
});

test('Home leads from no ask to the form that has it', async () => {
  serveHome();
  serve();
  answer(asksCall, { items: [], totalCount: 0, mine: null });
  await open('/');
  await page.getByRole('link', { name: 'Add Your Ask' }).click();
  await expect
    .element(findDialog('Edit Your Profile').getByRole('textbox', { name: 'Asks' }))
    .toBeVisible();
  await press(findDialog('Edit Your Profile'), 'Cancel');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Maya Chen' })).toBeVisible();
});
