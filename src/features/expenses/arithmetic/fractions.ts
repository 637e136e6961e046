/** Percentages and weights as exact fractions. Denominators multiply, hence bigint. */

export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const zero: Fraction = { numerator: 0n, denominator: 1n };
export const one: Fraction = { numerator: 1n, denominator: 1n };

const whole = String.raw`\d{1,5}(?:\.\d{1,4})?`;
const quotient = String.raw`(?:(\d{1,5}) )?(\d{1,4})/([1-9]\d{0,3})`;
/** '12', '12.5', '1/3' and '33 1/3'. `hub.expense_override` has the same. */
export const fractionPattern = new RegExp(`^(?:${whole}|${quotient})$`);

/** Removes a percent sign and spaces that mean nothing; undefined if no fraction is left. */
export function normalizeFraction(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/\s*%$/, '')
    .replace(/\s*\/\s*/, '/')
    .replace(/\s+/, ' ')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/\.$/, '');
  return fractionPattern.test(bare) ? bare : undefined;
}

/** Parses what `fractionPattern` allows. `hub.parse_fraction` is the same; a test compares them. */
export function parseFraction(text: string): Fraction {
  const parts = fractionPattern.exec(text);
  if (!parts) throw new Error(`not a fraction: ${text}`);
  const [, mixed = '0', top, bottom] = parts;
  if (top !== undefined && bottom !== undefined) {
    const denominator = BigInt(bottom);
    return { numerator: BigInt(mixed) * denominator + BigInt(top), denominator };
  }
  const [digits = '', decimals = ''] = text.split('.');
  return { numerator: BigInt(digits + decimals), denominator: 10n ** BigInt(decimals.length) };
}

export function add(left: Fraction, right: Fraction): Fraction {
  const denominator = leastCommonMultiple(left.denominator, right.denominator);
  const numerator =
    left.numerator * (denominator / left.denominator) +
    right.numerator * (denominator / right.denominator);
  return { numerator, denominator };
}

export function leastCommonMultiple(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return (one / a) * other;
}

/** At most two decimals, for sentences. */
export function formatFraction({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * 100n + denominator / 2n) / denominator;
  return String(Number(hundredths) / 100);
}
