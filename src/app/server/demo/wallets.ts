/** The demo's wallets and their manual transactions. */
import type { TransactionInput } from '#features/wallets/contract.ts';
import { type Currency, cents } from '#kit/money.ts';
import type { SeededRandom } from './seeded-random.ts';

type DemoMovement = { daysAgo: number; input: Omit<TransactionInput, 'userId'> };

export type DemoWallet = {
  /** Index into the people. */
  owner: number;
  name: string;
  currencyCode: Currency;
  openedDaysAgo: number;
  movements: DemoMovement[];
};

type Person = { firstName: string; joinedDaysAgo: number };

const abroad: readonly { name: string; currencyCode: Currency }[] = [
  { name: 'Lisbon retreat', currencyCode: 'EUR' },
  { name: 'London trip', currencyCode: 'GBP' },
  { name: 'Vancouver summit', currencyCode: 'CAD' },
  { name: 'Sydney exchange', currencyCode: 'AUD' },
];

export function demoWallets(people: readonly Person[], random: SeededRandom): DemoWallet[] {
  const wallets: DemoWallet[] = [];
  people.forEach((person, owner) => {
    if (owner % 4 !== 3) wallets.push(dollarWallet(person, owner, random));
    const trip = owner % 7 === 2 ? abroad[Math.floor(owner / 7) % abroad.length] : undefined;
    if (trip) wallets.push(travelWallet(person, owner, trip, random));
  });
  return wallets;
}

function dollarWallet(person: Person, owner: number, random: SeededRandom): DemoWallet {
  const opened = Math.max(2, person.joinedDaysAgo - random.whole(0, 20));
  const movements: DemoMovement[] = [
    credit(opened, random.whole(200, 1_200) * 100, 'Opening deposit', `DEP-${1_000 + owner}`),
  ];
  for (let daysAgo = opened - 60; daysAgo > 1; daysAgo -= random.whole(70, 160)) {
    movements.push(
      random.percent(72)
        ? credit(
            daysAgo,
            random.whole(5, 60) * 1_000,
            'Top-up by bank transfer',
            `ACH-${random.whole(10_000, 99_999)}`,
          )
        : debit(
            daysAgo,
            random.whole(1_500, 42_000),
            random.pick(['Annual dues', 'Guest ticket', 'Lost badge', 'Refund to bank']),
          ),
    );
  }
  return {
    owner,
    name: `${person.firstName} – USD`,
    currencyCode: 'USD',
    // Before any settlement, which would open one of this name.
    openedDaysAgo: Math.max(opened, person.joinedDaysAgo),
    movements,
  };
}

function travelWallet(
  person: Person,
  owner: number,
  trip: { name: string; currencyCode: Currency },
  random: SeededRandom,
): DemoWallet {
  const opened = Math.max(3, Math.min(person.joinedDaysAgo, random.whole(40, 500)));
  return {
    owner,
    ...trip,
    openedDaysAgo: opened,
    movements: [
      credit(
        opened,
        random.whole(100, 900) * 100,
        'Exchange at the bank',
        `FX-${random.whole(100, 999)}`,
      ),
      debit(opened - 2, random.whole(4_000, 95_000), 'Hotel'),
    ],
  };
}

function credit(
  daysAgo: number,
  amount: number,
  description: string,
  referenceId: string,
): DemoMovement {
  return {
    daysAgo,
    input: { transactionType: 'credit', amount: cents(amount), description, referenceId },
  };
}

function debit(daysAgo: number, amount: number, description: string): DemoMovement {
  return { daysAgo, input: { transactionType: 'debit', amount: cents(amount), description } };
}
