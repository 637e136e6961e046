/** Percentages and weights as exact fractions, and amounts divided by them to the cent. */
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { divideByWeights } from '../../proportions.ts';

export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const zero: Fraction = { numerator: 0n, denominator: 1n };
export const one: Fraction = { numerator: 1n, denominator: 1n };

const decimal = /^(\d{1,9})?(?:\.(\d{1,9}))?$/;
const quotient = /^(?:(\d{1,9})\s+)?(\d{1,9})\s*\/\s*(\d{1,9})$/;

/** Parses '12', '12.5', '1/3' and '33 1/3'; undefined for anything else. */
export function parseFraction(text: string): Fraction | undefined {
  const bare = text.trim().replace(/\s*%$/, '');
  const parts = quotient.exec(bare);
  if (parts) {
    const [, whole = '0', numerator = '', denominator = ''] = parts;
    const divisor = BigInt(denominator);
    if (divisor === 0n) return undefined;
    return { numerator: BigInt(whole) * divisor + BigInt(numerator), denominator: divisor };
  }
  const match = decimal.exec(bare);
  if (!match || bare === '' || bare === '.') return undefined;
  const [, whole = '', digits = ''] = match;
  return { numerator: BigInt(whole + digits), denominator: 10n ** BigInt(digits.length) };
}

export function add(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  };
}

/** Positive, zero or negative, like `left` minus `right`. */
export function compare(left: Fraction, right: Fraction): bigint {
  return left.numerator * right.denominator - right.numerator * left.denominator;
}

/** `(left - right) / parts`. */
export function divideDifference(left: Fraction, right: Fraction, parts: number): Fraction {
  const denominator = left.denominator * right.denominator * BigInt(parts);
  return { numerator: compare(left, right), denominator };
}

/** At most two decimals, for sentences. */
export function formatFraction({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * 100n + denominator / 2n) / denominator;
  return String(Number(hundredths) / 100);
}

/** Divides an amount by weights that are not all zero, to the cent. */
export function divideByFractions(
  expenseId: Id<'expense'>,
  total: Cents,
  weights: ReadonlyMap<Id<'member'>, Fraction>,
): Map<Id<'member'>, Cents> {
  const common = [...weights.values()].reduce((all, { denominator }) => all * denominator, 1n);
  const wholes = [...weights].map(
    ([id, { numerator, denominator }]) => [id, numerator * (common / denominator)] as const,
  );
  return divideByWeights(expenseId, total, new Map(wholes));
}
