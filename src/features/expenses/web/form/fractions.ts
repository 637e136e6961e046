/** Percentages and weights as exact fractions, and amounts divided by them to the cent. */
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { createTieBreak } from '../../tie-break.ts';

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

/**
 * Divides an amount by weights that are not all zero: rounded down once, and the cents left over go
 * to the largest remainders, as in the share rule.
 */
export function divideByWeights(
  expenseId: Id<'expense'>,
  total: Cents,
  weights: ReadonlyMap<Id<'member'>, Fraction>,
): Map<Id<'member'>, Cents> {
  const ids = [...weights.keys()];
  const common = [...weights.values()].reduce((all, { denominator }) => all * denominator, 1n);
  const wholes = new Map(
    [...weights].map(([id, { numerator, denominator }]) => [
      id,
      numerator * (common / denominator),
    ]),
  );
  const sum = [...wholes.values()].reduce((all, each) => all + each, 0n);
  const scaled = (id: Id<'member'>) => BigInt(total) * (wholes.get(id) ?? 0n);
  const shares = new Map(ids.map((id) => [id, Number(scaled(id) / sum)]));
  const left = [...shares.values()].reduce((rest, share) => rest - share, total as number);
  const breakTie = createTieBreak(expenseId, ids);
  const byRemainder = ids.toSorted((first, second) => {
    const difference = (scaled(second) % sum) - (scaled(first) % sum);
    return difference === 0n ? breakTie(first, second) : difference > 0n ? 1 : -1;
  });
  for (const id of byRemainder.slice(0, left)) shares.set(id, (shares.get(id) ?? 0) + 1);
  return new Map([...shares].map(([id, share]) => [id, cents(share)]));
}
