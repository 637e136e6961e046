/** A bank account: how it is entered, checked, shown and put into a QR code. */
import * as z from 'zod/mini';
import { lineRules } from '#kit/line.ts';
import { requiredText, toHalfWidth, trimmedText } from '#kit/text.ts';

/** The longest name in a QR code for transfers. */
const maxHolderLength = 70;
const maxBankNameLength = 100;
/** As typed, with spaces. */
const maxNumberLength = 60;

/** What banks print before a number: `IBAN DE89…`, `ABA Routing #: 0110…`, `Acct. No. 0001…`. */
const label =
  /^(?:IBAN|(?:(?:ABA|ACH)(?:ROUTING)?|ROUTING|RTN|ACCOUNT|ACCT\.?)(?:NUMBER|NO\.?)?)[:#]{0,2}/;

/** People type and paste numbers in groups, with marks that nobody sees. */
const compactText = () =>
  trimmedText(maxNumberLength).check(
    z.overwrite((typed) =>
      toHalfWidth(typed)
        .replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '')
        .toUpperCase()
        .replace(label, ''),
    ),
  );

export const iban = compactText().check(
  z.refine((text) => ibanShape.test(text), {
    error: 'An IBAN is two letters, two digits, and 11 to 30 more letters or digits',
    abort: true,
  }),
  z.refine(hasIbanCheckDigits, 'This IBAN has a typo: its check digits do not match'),
);

export const routingNumber = compactText().check(
  z.refine((text) => /^\d{9}$/.test(text), { error: 'A routing number has 9 digits', abort: true }),
  z.refine(hasRoutingCheckDigit, 'This routing number has a typo: its check digit does not match'),
);

export const accountNumber = compactText().check(
  z.refine((text) => /^\d{4,17}$/.test(text), 'An account number has 4 to 17 digits'),
);

/** A line of its own could pass for another field of a QR code. */
const onOneLine = z.overwrite((typed: string) => typed.replace(/\s+/g, ' '));

const ownership = {
  holder: requiredText(maxHolderLength, 'Enter whose account it is').check(onOneLine, ...lineRules),
  /** Empty if not given. */
  bankName: trimmedText(maxBankNameLength).check(onOneLine, ...lineRules),
};

export const bankAccount = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('iban'), ...ownership, iban }),
  z.strictObject({ type: z.literal('us'), ...ownership, routingNumber, accountNumber }),
]);
export type BankAccount = z.output<typeof bankAccount>;

const ibanShape = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** ISO 13616: with its first four characters last and letters as 10 to 35, the number is 1 modulo 97. */
function hasIbanCheckDigits(text: string): boolean {
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** The American Bankers Association's check: digits weighted 3, 7 and 1 add up to a multiple of 10. */
function hasRoutingCheckDigit(text: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return sum > 0 && sum % 10 === 0;
}

/** 'DE89 3704 0044 0532 0130 00' */
export function groupDigits(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** All but the last four characters hidden, for records that others read. */
export function maskNumber(number: string): string {
  return `••••${number.slice(-4)}`;
}

/** Countries where a transfer needs no BIC beside the IBAN: the European Economic Area. */
const countriesWithoutBic = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
);

/**
 * What banking apps read from a QR code (EPC069-12, version 2): a transfer in euros, here without an
 * amount, because what members have to pay is in US dollars. Undefined where no such transfer is made.
 */
export function formatTransferCode(account: BankAccount | null): string | undefined {
  if (account?.type !== 'iban' || !countriesWithoutBic.has(account.iban.slice(0, 2))) {
    return undefined;
  }
  const [utf8, noBic] = ['1', ''];
  return ['BCD', '002', utf8, 'SCT', noBic, account.holder, account.iban].join('\n');
}
