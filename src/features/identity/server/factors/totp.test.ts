import { expect, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import {
  encodeBase32,
  findStep,
  generateCode,
  hashRecoveryCode,
  newRecoveryCodes,
  normalizeCode,
  totpUri,
} from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s, as in RFC 6238', (second, code) => {
  expect(generateCode(secret, Math.floor(second / 30))).toBe(code);
});

test('a code is valid in its own time step and the neighboring ones only', () => {
  const at = (second: number) => toInstant(Temporal.Instant.fromEpochMilliseconds(second * 1_000));
  const code = generateCode(secret, 100);
  const steps = [2_969, 2_970, 2_999, 3_000, 3_029, 3_030, 3_059, 3_060].map((second) =>
    findStep(secret, code, at(second)),
  );
  expect(steps).toEqual([undefined, 100, 100, 100, 100, 100, 100, undefined]);
  for (const nonsense of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    expect(findStep(secret, nonsense, at(3_000))).toBeUndefined();
});

test('the secret is encoded as authenticator apps expect', () => {
  expect(encodeBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(encodeBase32(Buffer.from('foob'))).toBe('MZXW6YQ');
  expect(totpUri(secret, 'ida+hub@example.org')).toBe(
    'otpauth://totp/Chapter%20Hub:ida%2Bhub%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Chapter%20Hub',
  );
});

test('recovery codes are unique, readable and accepted however they are typed', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[3-9A-Z]{4}(-[3-9A-Z]{4}){3}$/);
  const [code = ''] = codes;
  const hash = (typed: string) =>
    hashRecoveryCode(normalizeCode(typed), { secret: 's', accountId: 'a' });
  expect(hash(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(hash(code));
  expect(hashRecoveryCode(normalizeCode(code), { secret: 's', accountId: 'b' })).not.toBe(
    hash(code),
  );
});
