import { expect, test } from 'vitest';
import { isAllowed, readOidcPerson, toMemberNames } from './oidc-person.ts';

const identity = { iss: 'https://id.example.org', sub: '42' };
const read = (more: object) => readOidcPerson({ ...identity, ...more });

test('an address counts only if the provider has verified it', () => {
  const email = 'Ann@Example.org';
  expect(read({ email, email_verified: true })?.verifiedEmail).toBe('ann@example.org');
  expect(read({ email, email_verified: 'true' })?.verifiedEmail).toBe('ann@example.org');
  for (const email_verified of [false, 'false', undefined, 1, 'yes', null]) {
    expect(read({ email, email_verified })?.verifiedEmail).toBeUndefined();
  }
  expect(read({ email: 'no address', email_verified: true })?.verifiedEmail).toBeUndefined();
});

test('claims without issuer or subject give no identity', () => {
  expect(readOidcPerson({ iss: identity.iss })).toBeUndefined();
  expect(readOidcPerson({ sub: identity.sub })).toBeUndefined();
  expect(read({ sub: '' })).toBeUndefined();
  expect(read({ sub: 42 })).toBeUndefined();
  expect(read({ sub: 'x'.repeat(256) })).toBeUndefined();
  for (const sub of ['a\0', 'a\ud83c']) expect(read({ sub })).toBeUndefined();
});

test('names are trimmed, shortened and derived from the address if missing', () => {
  const named = (more: object) => {
    const person = read({ email: 'ann@example.org', email_verified: true, ...more });
    return person && toMemberNames(person);
  };
  expect(named({ name: ' Ann\0 Lee ', given_name: 'Ann', family_name: 'Lee' })).toEqual({
    displayName: 'Ann Lee',
    firstName: 'Ann',
    lastName: 'Lee',
  });
  expect(named({ given_name: 'Ann', family_name: 'Lee' })?.displayName).toBe('Ann Lee');
  expect(named({ name: 7 })).toEqual({ displayName: 'ann', firstName: null, lastName: null });
  expect(named({ given_name: 'Ann\ud83c', name: `${'x'.repeat(99)}🎉y` })).toMatchObject({
    firstName: 'Ann\ufffd',
    displayName: `${'x'.repeat(99)}🎉`,
  });
  expect(named({ name: 'x'.repeat(500) })?.displayName).toHaveLength(100);
});

test('the allow-list matches whole addresses and whole domains', () => {
  const allow = ['example.org', 'ann@other.example'];
  expect(isAllowed('bob@example.org', allow)).toBe(true);
  expect(isAllowed('ann@other.example', allow)).toBe(true);
  expect(isAllowed('bob@other.example', allow)).toBe(false);
  expect(isAllowed('bob@sub.example.org', allow)).toBe(false);
  expect(isAllowed('bob@notexample.org', allow)).toBe(false);
  expect(isAllowed('example.org@evil.example', allow)).toBe(false);
});
