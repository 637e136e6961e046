/** After random acts through the API, every figure on screen equals exact arithmetic. */
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { planRandom } from '#app/testing/amounts.ts';
import { createIsolatedTest } from './isolated-hub.ts';
import { expect } from './journey.ts';
import { type Act, act, Books, headcount, type Logged, type Paid } from './robot/random-acts.ts';
import { makeWallet, send } from './wallets.ts';

const { amount: acts, seed } = planRandom('figures');

const test = createIsolatedTest();

type Person = { id: string; name: string; walletId: string };

test(`after ${acts} random acts, screens show what exact arithmetic says`, async ({
  page,
  hub,
}) => {
  await hub.signIn(page.request);
  for (const name of ['Ben', 'Cleo', 'Dan', 'Eve']) await hub.addMember(name, 'Figures');
  const people = await openWallets(page);
  const { books, open } = await runActs(page, people, fc.sample(act, { numRuns: acts, seed }));

  for (const path of ['/', '/expenses']) {
    await page.goto(path);
    await expectStanding(page, 'Your balance', books, 0);
  }
  for (const [index, { id }] of people.entries()) {
    await page.goto(`/members/${id}`);
    await expectStanding(page, 'Balance', books, index);
  }

  await page.goto('/expenses?panel=settle-up');
  const plan = page.getByRole('complementary', { name: 'Settle Up' }).or(page.getByRole('dialog'));
  const others = plan.getByText(/other payments?$/);
  await expect(plan.getByText('Open expenses and wallets')).toBeVisible();
  await expect(plan.getByText('Loading payments...')).toBeHidden();
  if (await others.isVisible()) await others.click();
  const lines = plan.getByRole('listitem').filter({ hasText: 'See Breakdown' });
  await expect(lines.first()).toBeVisible();
  const left = people.map((_, index) => books.standingOf(index));
  for (const line of await lines.allInnerTexts()) {
    const [, from = '', to = '', amount = ''] =
      /^([^]+?)\s+pays?\s+([^]+?)\s+\$([\d,.]+)/.exec(line) ?? [];
    const indexOf = (name: string) =>
      people.findIndex(
        (person, index) => person.name === name || (index === 0 && /^you$/i.test(name)),
      );
    const cents = BigInt(amount.replaceAll(/\D/g, ''));
    if (indexOf(from) >= 0) left[indexOf(from)] = (left[indexOf(from)] ?? 0n) + cents;
    if (indexOf(to) >= 0) left[indexOf(to)] = (left[indexOf(to)] ?? 0n) - cents;
  }
  for (const rest of left) expect(rest > -100n && rest < 100n).toBe(true);

  await page.goto('/expenses?status=open&view=list');
  const total = open.reduce(
    (sum, { shares }) => sum + shares.reduce((all, [, share]) => all + share, 0n),
    0n,
  );
  await expect(page.getByRole('main')).toContainText(format(total));
  for (const { shares } of open) {
    const mine = shares.find(([who]) => who === 0)?.[1];
    // Who owes nothing of an expense has no figure there.
    if (mine) await expect(page.getByText(format(mine)).first()).toBeVisible();
  }
});

const format = (cents: bigint): string => {
  const size = cents < 0n ? -cents : cents;
  const dollars = (size / 100n).toLocaleString('en-US');
  return `${cents < 0n ? '-' : ''}$${dollars}.${String(size % 100n).padStart(2, '0')}`;
};

async function expectStanding(page: Page, name: string, books: Books, who: number): Promise<void> {
  const card = page.getByRole('region', { name, exact: true });
  const [open = 0n, wallet = 0n] = [books.open[who], books.wallets[who]];
  const standing = books.standingOf(who);
  const words =
    who === 0
      ? ['To pay', 'You are owed', 'Nothing to pay, nothing owed']
      : ['has to pay', 'is owed', 'is settled up'];
  await expect(card).toContainText(words[standing < 0n ? 0 : standing > 0n ? 1 : 2] ?? '');
  if (standing !== 0n)
    await expect(card).toContainText(format(standing < 0n ? -standing : standing));
  const openPart = card.getByRole('listitem').filter({ hasText: /^From open expenses/ });
  await expect(openPart).toContainText(format(open < 0n ? -open : open));
  await expect(card.getByRole('link', { name: /^Wallet/ })).toContainText(format(wallet));
}

async function openWallets(page: Page): Promise<Person[]> {
  type User = { id: string; displayName: string };
  const { items } = await send<{ items: User[] }>(page, 'GET', '/users');
  items.sort((a, b) => a.displayName.localeCompare(b.displayName));
  expect(items).toHaveLength(headcount);
  const people: Person[] = [];
  for (const { id, displayName } of items) {
    const wallet = await makeWallet(page, { name: 'Figures', ownerId: id });
    people.push({ id, name: displayName, walletId: wallet.id });
  }
  return people;
}

async function runActs(page: Page, people: readonly Person[], steps: readonly Act[]) {
  const books = new Books();
  const open: Logged[] = [];
  const paid: Paid[] = [];
  const idOf = (who: number) => people[who]?.id ?? null;
  const take = <T>(list: T[], which: number) => list.splice(which % Math.max(1, list.length), 1)[0];
  for (const step of steps) {
    switch (step.kind) {
      case 'log': {
        const expense = await logExpense(page, people, step);
        books.addOpen(expense, 1n);
        open.push(expense);
        break;
      }
      case 'settle': {
        const expense = take(open, step.which);
        if (!expense) break;
        await send(page, 'POST', `/expenses/${expense.id}/settle`, { note: 'In cash' });
        books.settle(expense);
        break;
      }
      case 'delete': {
        const expense = take(open, step.which);
        if (!expense) break;
        await send(page, 'DELETE', `/expenses/${expense.id}`);
        books.addOpen(expense, -1n);
        break;
      }
      case 'move': {
        const { owner, isCredit, amount } = step;
        await send(page, 'POST', `/wallets/${people[owner]?.walletId}/transactions`, {
          userId: idOf(owner),
          transactionType: isCredit ? 'credit' : 'debit',
          amount: amount / 100,
          description: 'Dues',
          referenceId: '',
          metadataJson: '',
        });
        books.move(owner, BigInt(isCredit ? amount : -amount));
        break;
      }
      case 'pay': {
        const { from, to, amount } = step;
        const { id } = await send<{ id: string }>(page, 'POST', '/payments', {
          fromMemberId: idOf(from),
          toMemberId: idOf(to),
          amount: amount / 100,
          paidOn: '2026-03-01',
          method: 'cash',
          isDuplicateAllowed: true,
        });
        const payment = { id, from, to, amount: BigInt(amount) };
        books.pay(payment, 1n);
        paid.push(payment);
        break;
      }
      default: {
        const payment = take(paid, step.which);
        if (!payment) break;
        await send(page, 'POST', `/payments/${payment.id}/take-back`, { reason: 'A mistake' });
        books.pay(payment, -1n);
      }
    }
  }
  return { books, open };
}

async function logExpense(
  page: Page,
  people: readonly Person[],
  { amount, participants, payer, isReimbursed, usesWallets }: Extract<Act, { kind: 'log' }>,
): Promise<Logged> {
  type Reply = {
    id: string;
    participantBreakdowns: { participantId: string; amountOwed: number }[];
  };
  const { id, participantBreakdowns } = await send<Reply>(page, 'POST', '/expenses', {
    title: 'Dinner',
    amount: amount / 100,
    expenseDate: '2026-03-01T18:00:00.000Z',
    participants: participants.map((who) => people[who]?.id),
    paidBy: people[payer]?.id,
    payerReimbursementType: isReimbursed ? 'Full' : 'None',
    useWalletTransactions: usesWallets,
  });
  const shares = participantBreakdowns.map(({ participantId, amountOwed }): [number, bigint] => [
    people.findIndex((person) => person.id === participantId),
    BigInt(Math.round(amountOwed * 100)),
  ]);
  // Each is within a cent of its exact fraction, and together they are the amount.
  const heads = BigInt(shares.length);
  for (const [, share] of shares) {
    const distance = share * heads - BigInt(amount);
    expect(distance < heads && distance > -heads).toBe(true);
  }
  expect(shares.reduce((sum, [, share]) => sum + share, 0n)).toBe(BigInt(amount));
  return { id, shares, payer, credit: isReimbursed ? BigInt(amount) : 0n, usesWallets };
}
