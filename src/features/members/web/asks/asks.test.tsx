/** Asks on Home: helping, and keeping or clearing one's own once it is old. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { serveHome } from '#app/web/home/testing/home-samples.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { press } from '#web/testing/controls.ts';
import { answer, refuse, requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, members } from '#web/testing/session.ts';
import { asksCall } from '../../asks-contract.ts';
import type { Member } from '../../contract.ts';
import { type MemberProfile, profileCalls } from '../../profile-contract.ts';
import { writeOffer } from './write-offer.ts';

const card = page.getByRole('region', { name: 'Asks' });
const tom = {
  memberId: memberId('Tom Becker'),
  displayName: 'Tom Becker',
  firstName: 'Tom',
  asks: 'A hotel buyer',
  email: 'tom@example.org',
};
const old = { asks: 'A designer', isFresh: false, version: 7 };

const saved: MemberProfile = {
  ...(members[0] as Member),
  phoneUrl: null,
  role: 'member',
  status: 'active',
  isErased: false,
  version: 8,
  company: null,
  title: null,
  website: null,
  city: null,
  bio: null,
  headline: null,
  asks: null,
  offers: null,
  privacy: null,
  locked: null,
};

beforeEach(() => {
  serveHome();
});

test('one press begins an email to who asks, or leads to their profile if they show no address', async () => {
  const priya = {
    ...tom,
    memberId: memberId('Priya Raman'),
    displayName: 'Priya Raman',
    email: '',
  };
  answer(asksCall, { items: [tom, priya], totalCount: 2, mine: null });
  await open('/');
  const help = card.getByRole('link', { name: 'I Can Help Tom Becker' });
  await expect.element(help).toHaveAttribute('href', writeOffer(tom, 'Maya Chen'));
  const profile = card.getByRole('link', { name: 'Profile of Priya Raman' });
  await expect.element(profile).toHaveAttribute('href', `/members/${priya.memberId}`);
  await expectAccessible(card);
});

test.each([
  ['Keep', { keepsAsks: true }, { ...old, isFresh: true, version: 8 }],
  ['Clear', { asks: null }, null],
] as const)(
  '%s sends what it says with the version, and the question goes',
  async (name, body, mine) => {
    let now: typeof mine | typeof old = old;
    answer(asksCall, () => ({ items: [tom], totalCount: 1, mine: now }));
    answer(profileCalls.change, () => {
      now = mine;
      return saved;
    });
    await open('/');
    await expect.element(card.getByText('Still looking?')).toBeVisible();
    await press(card, name);
    await expect.element(card.getByText('Still looking?')).not.toBeInTheDocument();
    const [sent] = requestsOf(profileCalls.change);
    expect(sent?.body).toEqual(body);
    expect(sent?.headers.get('if-match')).toBe('"7"');
  },
);

test('a profile that changed meanwhile is reported, and its ask read again', async () => {
  let mine = old;
  answer(asksCall, () => ({ items: [], totalCount: 0, mine }));
  answer(profileCalls.change, () => {
    mine = { ...old, asks: 'A better designer', version: 8 };
    return refuse(412, 'changed_meanwhile', 'Someone else changed this profile');
  });
  await open('/');
  await press(card, 'Clear');
  await expect.element(card.getByRole('alert')).toBeVisible();
  await expect.element(card.getByText('A better designer')).toBeVisible();
});
