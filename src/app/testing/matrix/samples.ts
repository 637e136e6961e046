/**
 * For each call a request that is right in every way but, perhaps, for who makes it. The tests that
 * hold every route to its policy ask for these: a new route with a body, or with a parameter of a new
 * kind (`makers` in fixtures.ts), needs its line here. Keys are the contract's method and path.
 */

import { eventCalls } from '#features/events/contract.ts';
import { feedCalls } from '#features/events/feed-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { insertPasskey } from '#features/identity/server/factors/passkey-store.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import type { TestPerson } from '../hub.ts';
import { smallPng } from '../pictures.ts';
import {
  eventBody,
  expenseBody,
  type Fixtures,
  overrideBody,
  type Params,
  settingsBody,
  transactionBody,
  unique,
} from './fixtures.ts';

/** Who calls, in which chapter, about what. */
export type Call = {
  readonly fixtures: Fixtures;
  readonly caller: TestPerson;
  readonly params: Params;
};

export type Sample = {
  /** Instead of those that `makers` makes of the path's names. */
  params?: (fixtures: Fixtures, caller: TestPerson) => Promise<Params>;
  query?: (call: Call) => Promise<Params> | Params;
  /** As it goes over the wire. */
  body?: (call: Call) => unknown;
  /** Under the chapter's policy `treasurer` a plain member makes it about what is their own alone. */
  isForOwnAlone?: true;
  /** What it concerns is the caller's own, so that nobody else's is there. */
  isAboutCaller?: true;
  /** When a call that may be made is not answered with the contract's status. */
  status?: number;
  /** For somebody shut out of their chapter, whose session lives on: not 401. */
  statusShutOut?: number;
  /** Why a write of it leaves no record in the audit of a chapter. */
  leavesNoRecord?: string;
};

const credential = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} };

async function keepPasskey(db: Db, accountId: string): Promise<string> {
  const id = newId<'passkey'>();
  const about = { credentialId: id, publicKey: 'AA', counter: 0, transports: [], name: 'Phone' };
  await db
    .transaction()
    .execute((tx) => insertPasskey(tx, { id, accountId, ...about, now: '2026-01-01T00:00:00Z' }));
  return id;
}

const identity = 'it concerns an account or a session, which belong to no chapter';

export const samples: Record<string, Sample> = {
  // Identity
  'POST /auth/sign-in': {
    body: () => ({ email: 'nobody@example.org', password: 'not a password' }),
    status: 401,
    leavesNoRecord: identity,
  },
  'POST /auth/sign-out': { leavesNoRecord: identity },
  'POST /auth/token': { statusShutOut: 403, leavesNoRecord: identity },
  'POST /auth/chapter': {
    body: ({ fixtures }) => ({ chapterId: fixtures.chapter.id }),
    statusShutOut: 404,
    leavesNoRecord: identity,
  },
  'POST /auth/password': {
    body: () => ({ currentPassword: 'not mine', newPassword: 'correct horse battery' }),
    // No fixture account has a password.
    status: 422,
  },
  'POST /auth/password/first': { body: () => ({ newPassword: 'correct horse battery' }) },
  'DELETE /auth/sessions': { leavesNoRecord: 'there may be no other to end' },
  'DELETE /auth/sessions/{sessionId}': {
    params: async (_, caller) => ({ sessionId: caller.sessionId }),
    isAboutCaller: true,
  },
  // No fixture account has a password or has started what these calls finish.
  'POST /auth/sign-in/code': { body: () => ({ code: '123456' }), status: 401 },
  'POST /auth/sign-in/passkey/begin': { leavesNoRecord: identity },
  'POST /auth/sign-in/passkey': {
    body: () => ({
      passkey: {
        ...credential,
        response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
      },
    }),
    status: 401,
  },
  'POST /auth/second-factor/begin': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'POST /auth/second-factor/confirm': { body: () => ({ code: '123456' }), status: 409 },
  'POST /auth/second-factor/recovery-codes': {
    body: () => ({ currentPassword: 'not mine' }),
    status: 422,
  },
  'POST /auth/second-factor/remove': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'POST /auth/passkeys/begin': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'POST /auth/passkeys': {
    body: () => ({
      name: 'Phone',
      passkey: { ...credential, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
    }),
    status: 422,
  },
  'DELETE /auth/passkeys/{passkeyId}': {
    params: async ({ hub }, { accountId }) => ({ passkeyId: await keepPasskey(hub.db, accountId) }),
    isAboutCaller: true,
  },
  // Nobody else vouches for anybody here.
  'POST /auth/hosted/begin': { body: () => ({ returnTo: '/' }), status: 404 },
  'POST /auth/hosted/finish': { body: () => ({ answer: 'code=1&state=2' }), status: 404 },
  'POST /auth/hosted/connect': { body: () => ({ currentPassword: 'not mine' }), status: 422 },
  'DELETE /auth/hosted/connection': { status: 409 },
  'POST /auth/invitation/look': { body: () => ({ token: 'unknown' }), status: 404 },
  'POST /auth/invitation/accept': {
    body: () => ({ token: 'unknown', password: 'correct horse battery' }),
    status: 404,
  },
  'POST /setup': {
    body: () => ({
      token: 'unknown',
      email: 'first@example.org',
      password: 'correct horse battery',
      firstName: 'First',
      lastName: 'Admin',
    }),
    status: 404,
  },
  'POST /auth/password-reset': {
    body: () => ({ email: 'nobody@example.org' }),
    // The fixtures' hub sends no mail.
    status: 409,
  },
  'POST /auth/password-reset/look': { body: () => ({ token: 'unknown' }), status: 404 },
  'POST /auth/password-reset/finish': {
    body: () => ({ token: 'unknown', newPassword: 'correct horse battery' }),
    status: 404,
  },
  'POST /invitations/many': {
    body: () => ({ invitees: [{ email: `${newId()}@example.org`, role: 'member' }] }),
  },
  'POST /invitations': {
    body: () => ({ email: `${unique('new').replace(' ', '.')}@example.org`, role: 'member' }),
  },
  'PUT /chapter': {
    body: async ({ fixtures, caller }) => ({
      ...(await settingsBody(fixtures)),
      name: `Chapter ${fixtures.mark} ${caller.memberId.slice(-6)}`,
    }),
  },

  // Installation
  'POST /installation/chapters': {
    body: async ({ fixtures }) => ({
      ...(await settingsBody(fixtures)),
      name: unique('Branch'),
      adminEmail: null,
    }),
  },
  'POST /installation/chapters/{chapterId}/admin': {
    body: () => ({ email: `${unique('first').replace(' ', '.')}@example.org` }),
  },

  // The feed
  'GET /calendar-feeds/{file}': {
    // The secret says who asks, and not a token: everybody has their own; who is shut out, none.
    params: async ({ owner }, caller) => {
      const own = await caller.call(feedCalls.create);
      const made = own.status < 400 ? own : await owner.call(feedCalls.create);
      return { file: made.value().path.split('/').at(-1) ?? '' };
    },
  },
  'POST /calendars/{calendarId}/import': {
    body: () => ({
      text: `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${unique('a')}\nDTSTART:20270101T180000\nSUMMARY:Walk\nEND:VEVENT\nEND:VCALENDAR`,
      isDryRun: false,
    }),
  },
  'DELETE /calendar-feed': { leavesNoRecord: 'there may be none to revoke' },

  // The logo
  'PUT /chapter/logo': { body: () => smallPng },

  // Resources
  'PUT /resources': {
    body: ({ fixtures }) => ({
      items: [
        {
          category: 'Documents',
          title: `Handbook ${fixtures.mark}`,
          description: '',
          leadsTo: { kind: 'address', url: 'https://docs.example.org/' },
        },
      ],
    }),
  },

  // Members
  'PUT /users/{memberId}/role': { body: () => ({ role: 'treasurer' }) },
  'PUT /users/{memberId}/status': { body: () => ({ status: 'disabled' }) },
  'GET /members/export': { query: () => ({ format: 'csv' }) },
  'POST /members/import': {
    body: () => ({
      text: `Name,Email\nNew Member,${newId()}@example.org\n`,
      isDryRun: false,
    }),
  },
  'PATCH /members/{memberId}': {
    params: async (_, caller) => ({ memberId: caller.memberId }),
    body: () => ({ city: unique('Harbor') }),
    isAboutCaller: true,
  },

  // Events
  'POST /yearly-calendars': {
    body: ({ fixtures }) => ({ name: unique(`Months ${fixtures.mark}`) }),
  },
  'PUT /yearly-calendars/{calendarId}': {
    body: ({ fixtures }) => ({
      name: unique(`Weeks ${fixtures.mark}`),
      isMain: false,
    }),
  },
  'GET /calendars/{calendarId}/events': {
    query: () => ({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  },
  'GET /calendars/events': {
    query: () => ({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  },
  'POST /calendars/{calendarId}/events': { body: ({ fixtures }) => eventBody(fixtures) },
  'PUT /calendars/{calendarId}/events/{eventId}': {
    body: async ({ fixtures, params }) => {
      const found = await fixtures.owner.call(eventCalls.detail, { params: params as never });
      return {
        ...eventBody(fixtures),
        title: `Morning ${fixtures.mark}`,
        scope: 'all',
        occurrenceId: found.value().occurrenceId,
        categoryColor: 'aabbcc',
        capacity: null,
        rsvpClosesMinutesBefore: null,
      };
    },
  },
  'PUT /events/occurrences/{occurrenceId}/rsvp': { body: () => ({ answer: 'going', guests: 1 }) },

  // Wallets
  'POST /wallets': {
    body: ({ fixtures }) => ({
      name: `Wallet ${fixtures.mark}`,
      ownerId: fixtures.owner.memberId,
      currencyCode: 'USD',
    }),
    isForOwnAlone: true,
  },
  'GET /wallets/{walletId}/balance': { query: () => ({ asOf: '2026-11-20' }) },
  'POST /wallets/{walletId}/transactions': {
    body: ({ fixtures }) => transactionBody(fixtures),
    isForOwnAlone: true,
  },
  'PUT /wallets/{walletId}/transactions/{transactionId}': {
    body: ({ fixtures }) => ({ ...transactionBody(fixtures), amount: 13 }),
    isForOwnAlone: true,
  },
  'DELETE /wallets/{walletId}/transactions/{transactionId}': { isForOwnAlone: true },

  // Expenses
  'POST /expenses': { body: ({ fixtures }) => expenseBody(fixtures), isForOwnAlone: true },
  'PATCH /expenses/{expenseId}': {
    body: ({ fixtures }) => [{ op: 'replace', path: '/title', value: `Supper ${fixtures.mark}` }],
    isForOwnAlone: true,
  },
  'DELETE /expenses/{expenseId}': { isForOwnAlone: true },
  'POST /expenses/{expenseId}/restore': {
    params: async (fixtures) => {
      const raw = JSON.stringify(expenseBody(fixtures));
      const params = {
        expenseId: (await fixtures.owner.call(expenseCalls.create, { raw })).value().id,
      };
      (await fixtures.owner.call(expenseCalls.remove, { params })).value();
      return params;
    },
    isForOwnAlone: true,
  },
  'POST /expenses/{expenseId}/settle': { isForOwnAlone: true },
  'POST /expenses/{expenseId}/overrides': {
    body: ({ fixtures }) => overrideBody(fixtures),
    isForOwnAlone: true,
  },
  'PUT /expenses/{expenseId}/overrides/{overrideId}': {
    body: ({ fixtures }) => ({ ...overrideBody(fixtures), amount: 6 }),
    isForOwnAlone: true,
  },
  'DELETE /expenses/{expenseId}/overrides/{overrideId}': { isForOwnAlone: true },
};
