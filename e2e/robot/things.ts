/** A chapter with something of everything: what is the person's own, what is others', in every state. */
import type { APIRequest, APIRequestContext } from '@playwright/test';
import type { ChapterPolicy, Role } from '#kit/role.ts';
import { admin } from '../founded-chapter.ts';
import type { IsolatedHub } from '../isolated-hub.ts';
import type { Kind } from './page-controls.ts';

/** Signed in, with the bearer token of each call. */
export type Person = { context: APIRequestContext; memberId: string };
export type Things = {
  me: Person;
  /** What fills the parameters of screens' addresses, own and others'. */
  parameters: Record<string, string[]>;
  close(): Promise<void>;
};

/** Names of what is made here: what is one's own, and what is another's. */
export const kindsOfThings: readonly Kind[] = [
  ['Own (dinner|lunch|with wallets)', 'Own expense'],
  ['Their (dinner|lunch)', 'Their expense'],
  ['(Settled dinner|Paid outside)', 'Settled expense'],
  ['(Ada Lovelace|Grace Robot)', 'Somebody'],
  // Once of each, whatever the state of the account.
  [', why .*', ', why'],
  ['(Robot 0|Wine|Dues|Manual override)', 'Item'],
];

/** The owner of a thing, from the name of a control. */
export const whose = /\b(Own|Their|Settled) \w+/;

const password = 'a password and no more';
type Named = { id: string };

async function send<T = Named>(
  person: Person | APIRequestContext,
  method: string,
  path: string,
  data?: unknown,
): Promise<T> {
  const context = 'context' in person ? person.context : person;
  const issued = await context.post('/api/auth/token');
  const { token } = (await issued.json()) as { token: string };
  const reply = await context.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  const text = await reply.text();
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function makeThings(
  request: APIRequest,
  hub: IsolatedHub,
  role: Role | 'owner',
  policy: ChapterPolicy,
): Promise<Things> {
  const contexts: APIRequestContext[] = [];
  const open = async () => {
    const context = await request.newContext({ baseURL: hub.url });
    contexts.push(context);
    return context;
  };
  const ada = await open();
  await hub.signIn(ada);
  const name = `Robots ${role} ${policy} ${contexts.length}${crypto.randomUUID().slice(0, 4)}`;
  const { chapter } = await send<{ chapter: Named }>(ada, 'POST', '/installation/chapters', {
    ...(await readSettings(ada)),
    name,
    policy,
    eventPolicy: policy === 'open' ? 'open' : 'creator',
    membersSeeWallets: true,
    adminEmail: null,
  });
  await ada.post('/api/auth/chapter', { data: { chapterId: chapter.id } });
  const join = async (firstName: string, as: Role): Promise<Person> => {
    const email = `${firstName}.${crypto.randomUUID()}@example.org`.toLowerCase();
    const { link } = await send<{ link: string }>(ada, 'POST', '/invitations', { email, role: as });
    const context = await open();
    const token = link.split('#')[1];
    const data = { token, password, firstName, lastName: 'Robot' };
    const joined = await context.post('/api/auth/invitation/accept', { data });
    if (!joined.ok()) throw new Error(`${firstName} did not join: ${await joined.text()}`);
    const { items } = await send<{ items: { id: string; email: string }[] }>(ada, 'GET', '/users');
    return { context, memberId: items.find((item) => item.email === email)?.id ?? '' };
  };
  const users = await send<{ items: { id: string; email: string }[] }>(ada, 'GET', '/users');
  const owner = {
    context: ada,
    memberId: users.items.find(({ email }) => email === admin.email)?.id ?? '',
  };
  const grace = await join('Grace', 'member');
  const me = role === 'owner' ? owner : await join('Max', role);
  const { wallets, occurrences } = await fillChapter(me, grace, owner);
  return {
    me,
    parameters: {
      memberId: [me.memberId, grace.memberId],
      walletId: wallets,
      occurrenceId: occurrences,
    },
    close: async () => {
      for (const context of contexts) await context.dispose();
    },
  };
}

async function readSettings(ada: APIRequestContext): Promise<Record<string, unknown>> {
  const { timeZone, links } = await send<Record<string, unknown>>(ada, 'GET', '/chapter');
  return { timeZone, links };
}

/** Everything twice: what this person may change in any case, and what depends on the policy. */
async function fillChapter(
  me: Person,
  grace: Person,
  owner: Person,
): Promise<{ wallets: string[]; occurrences: string[] }> {
  const both = [me.memberId, grace.memberId];
  const today = Temporal.Now.plainDateISO();
  const expense = (by: Person, title: string, participants: string[], usesWallets = false) =>
    send(by, 'POST', '/expenses', {
      title,
      amount: 30,
      category: 'Food',
      expenseDate: Temporal.Now.instant().subtract({ hours: 2 }).toString(),
      participants,
      paidBy: by.memberId,
      useWalletTransactions: usesWallets,
    });
  const own = await expense(me, 'Own dinner', both);
  await expense(me, 'Own lunch', [me.memberId], true);
  await expense(me, 'Own with wallets', both, true);
  const theirs = await expense(grace, 'Their dinner', both);
  await expense(grace, 'Their lunch', [grace.memberId], true);
  for (const [by, { id }] of [
    [me, own],
    [grace, theirs],
  ] as const) {
    const override = { amount: 5, label: 'Wine', type: 'equal', participantIds: both };
    await send(by, 'POST', `/expenses/${id}/overrides`, override);
  }
  for (const [title, usesWallets] of [
    ['Settled dinner', true],
    ['Paid outside', false],
  ] as const) {
    const { id } = await expense(me, title, both, usesWallets);
    await send(owner, 'POST', `/expenses/${id}/settle`, { note: 'In cash' });
  }

  const wallets: string[] = [];
  for (const person of [me, grace]) {
    const whose = person === me ? 'Own wallet' : 'Their wallet';
    const body = { name: whose, ownerId: person.memberId, currencyCode: 'USD' };
    const { id } = await send(owner, 'POST', '/wallets', body);
    wallets.push(id);
    await send(owner, 'POST', `/wallets/${id}/transactions`, {
      userId: person.memberId,
      transactionType: 'debit',
      amount: 70,
      description: 'Dues',
      referenceId: 'D 1',
      metadataJson: '',
    });
  }

  const payment = (by: Person, from: Person | null, to: Person | null, amount: number) =>
    send(by, 'POST', '/payments', {
      fromMemberId: from?.memberId ?? null,
      toMemberId: to?.memberId ?? null,
      amount,
      paidOn: today.subtract({ days: 1 }).toString(),
      method: 'cash',
      isDuplicateAllowed: true,
    });
  await payment(me, me, null, 11);
  await payment(me, me, grace, 12);
  await payment(grace, grace, me, 13);
  await payment(grace, me, grace, 14);
  await payment(grace, grace, null, 15);
  await payment(owner, me, null, 16);
  await payment(owner, grace, null, 17);

  const { items } = await send<{ items: Named[] }>(me, 'GET', '/yearly-calendars');
  const day = today.add({ days: 1 });
  const past = today.subtract({ days: 40 });
  const event = (by: Person, title: string, on: Temporal.PlainDate, recurrence: unknown = null) =>
    send(by, 'POST', `/calendars/${items[0]?.id}/events`, {
      title,
      startDate: `${on.toString()}T18:00:00`,
      endDate: `${on.toString()}T20:00:00`,
      location: 'Pier 3',
      recurrence,
    });
  await event(me, 'Own walk', day);
  await event(grace, 'Their walk', day);
  await event(grace, 'Weekly walk', day.add({ days: 1 }), {
    frequency: 'weekly',
    interval: 1,
    byDay: [],
    count: 4,
  });
  await event(grace, 'Past walk', past);
  await send(owner, 'POST', '/invitations', { email: 'invited@example.org', role: 'member' }).catch(
    () => {},
  );
  type Occurrences = { items: { title: string; occurrenceId: string }[] };
  const upcoming = await send<Occurrences>(me, 'GET', '/events/upcoming');
  const occurrences = upcoming.items
    .filter(({ title }) => title === 'Own walk')
    .map(({ occurrenceId }) => occurrenceId);
  return { wallets, occurrences };
}
