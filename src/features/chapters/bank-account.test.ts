import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accountNumber,
  type BankAccount,
  bankAccount,
  formatTransferCode,
  groupDigits,
  iban,
  maskNumber,
  routingNumber,
} from './bank-account.ts';

const german = 'DE89370400440532013000';
const account: BankAccount = { type: 'iban', holder: 'Chapter e. V.', bankName: '', iban: german };

describe('an IBAN', () => {
  test.each([
    ['DE89 3704 0044 0532 0130 00', german],
    ['gb29-nwbk-6016-1331-9268-19', 'GB29NWBK60161331926819'],
    [' NO9386011117947 ', 'NO9386011117947'],
    ['IBAN: DE89 3704 0044 0532 0130 00', german],
    ['\u202aDE89\u00a03704\u20110044–0532 ０１３０ 00\u202c', german],
    ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ])('%s is accepted, without spaces and in capitals', (typed, stored) => {
    expect(iban.parse(typed)).toBe(stored);
  });

  test.each([
    ['', 'two letters'],
    ['DE8937040044', 'two letters'],
    ['8937040044053201300000', 'two letters'],
    ['DE89370400440532013000DE89370400440532013000', 'two letters'],
    ['DE8937040044053201300٣', 'two letters'],
    ['DE88370400440532013000', 'check digits'],
    ['D'.repeat(61), 'at most 60'],
  ])('%s is refused once and clearly', (typed, message) => {
    const issues = iban.safeParse(typed).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
  });

  test('with one wrong or two swapped characters is refused', () => {
    const digits = fc.integer({ min: 4, max: german.length - 1 });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 9 }), (at, digit) => {
        fc.pre(german[at] !== String(digit));
        const wrong = german.slice(0, at) + digit + german.slice(at + 1);
        expect(iban.safeParse(wrong).success).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 4, max: german.length - 2 }), (at) => {
        fc.pre(german[at] !== german[at + 1]);
        const pair = german.slice(at, at + 2);
        const swapped = german.replace(pair, [...pair].toReversed().join(''));
        fc.pre(swapped !== german);
        expect(iban.safeParse(swapped).success).toBe(false);
      }),
    );
  });
});

describe('US numbers', () => {
  test('are accepted without spaces and hyphens', () => {
    expect(routingNumber.parse(' 0110-0001 5')).toBe('011000015');
    expect(accountNumber.parse('0001 2345')).toBe('00012345');
  });

  test('are accepted with what banks print before them', () => {
    for (const before of ['ABA ', 'Routing #: ', 'ACH routing number: ', 'RTN '])
      expect(routingNumber.parse(`${before}011000015`)).toBe('011000015');
    for (const before of ['Acct. No. ', 'Account number: ', 'Account # '])
      expect(accountNumber.parse(`${before}0001 2345`)).toBe('00012345');
  });

  test.each([
    ['12345678', 'has 9 digits'],
    ['12345678X', 'has 9 digits'],
    ['011000016', 'check digit'],
    ['000000000', 'check digit'],
  ])('routing number %s is refused: %s', (typed, message) => {
    const issues = routingNumber.safeParse(typed).error?.issues ?? [];
    expect(issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
  });

  test.each(['', '123', '123456789012345678', '12a4'])('account number %s is refused', (typed) => {
    expect(accountNumber.safeParse(typed).success).toBe(false);
  });
});

test('an account is of one kind, with an owner on one line', () => {
  expect(bankAccount.parse({ ...account, holder: ' Chapter\n of  Oslo ' })).toEqual({
    ...account,
    holder: 'Chapter of Oslo',
  });
  expect(bankAccount.safeParse({ ...account, routingNumber: '011000015' }).success).toBe(false);
  expect(bankAccount.safeParse({ ...account, holder: ' ' }).success).toBe(false);
});

test('numbers are shown in groups, and masked to their last four', () => {
  expect(groupDigits(german)).toBe('DE89 3704 0044 0532 0130 00');
  expect(groupDigits('NO9386011117947')).toBe('NO93 8601 1117 947');
  expect(maskNumber(german)).toBe('••••3000');
});

test('the QR code of an account in the EEA is a transfer without an amount, others have none', () => {
  expect(formatTransferCode(account)).toBe(`BCD\n002\n1\nSCT\n\nChapter e. V.\n${german}`);
  expect(formatTransferCode({ ...account, iban: 'GB29NWBK60161331926819' })).toBeUndefined();
  expect(formatTransferCode(null)).toBeUndefined();
});
