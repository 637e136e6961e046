/** Right requests of the calls of chapters. */
import { type Fixtures, unique } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { pngOf, smallPng } from '#app/testing/pictures.ts';
import { centsToDollars } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { chapterCalls } from '../../chapter-contract.ts';
import { invitationCalls } from '../../invitation-contract.ts';

export const samples: Samples = {
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
  'PUT /chapter/bank-balance': { body: () => ({ bankBalance: 6_200.5 }) },
  'PUT /chapter/payment-instructions': {
    body: () => ({
      howToPay: 'Checks to the treasurer',
      paymentLink: 'https://pay.example.org/chapter',
      bankAccount: {
        type: 'us',
        holder: 'The chapter',
        bankName: 'Harbor Bank',
        routingNumber: '123456780',
        accountNumber: '000123456789',
      },
    }),
  },
  'POST /installation/chapters': {
    body: async ({ fixtures }) => ({
      ...(await newSettingsBody(fixtures)),
      name: unique('Branch'),
      adminEmail: null,
    }),
  },
  'POST /installation/chapters/{chapterId}/admin': {
    body: () => ({ email: `${unique('first').replace(' ', '.')}@example.org` }),
  },
  'PUT /chapter/logo': { body: () => smallPng },
};

export const makers: Makers = {
  hash: async ({ hub, admin }) => {
    // Another picture each time, so that no two chapters have the same.
    const payload = pngOf(
      1 + Math.floor(Math.random() * 1_000),
      1 + Math.floor(Math.random() * 1_000),
    );
    const reply = await hub.request({
      method: 'PUT',
      url: '/api/chapter/logo',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/octet-stream',
      },
      payload,
    });
    return (JSON.parse(reply.body) as { hash: string }).hash;
  },
  // It has no admin yet.
  chapterId: async ({ hub, mark }) => (await hub.chapter(unique(`Branch ${mark}`))).id,
  invitationId: async ({ admin, mark }) => {
    const body = { email: `${mark.toLowerCase()}.${newId()}@example.org`, role: 'member' as const };
    return (await admin.call(invitationCalls.invite, { body })).value().invitation.id;
  },
};

/** Settings as they are, sent by an admin. */
export async function settingsBody({ admin }: Pick<Fixtures, 'admin'>) {
  const detail = (await admin.call(chapterCalls.detail)).value();
  const { version: _, smallestPayment, ...settings } = detail;
  return { ...settings, smallestPayment: centsToDollars(smallestPayment) };
}

/** Settings of a new chapter, without those that it starts with the defaults of. */
async function newSettingsBody(fixtures: Fixtures) {
  const {
    smallestPayment: _,
    settlesThrough: __,
    amountsInSubjects: ___,
    ...settings
  } = await settingsBody(fixtures);
  return settings;
}
