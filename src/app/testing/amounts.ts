/**
 * How much the random and repeated suites try (amounts.json), and by which seed. `npm test` (the gate) tries
 * mostly a tenth or less of `npm run test:all`, and another PostgreSQL than the embedded one gets as much as the gate: there,
 * it is the SQL that is tried, not the logic.
 */
import amounts from './amounts.json' with { type: 'json' };

export type Suite = keyof typeof amounts;

const tiers = ['gate', 'all', 'soak'] as const;
export type Tier = (typeof tiers)[number];

/** From `HUB_TEST_TIER`, which `npm test`, `npm run test:all` and `npm run soak` set; the gate by default. */
export const tier: Tier = readTier(process.env['HUB_TEST_TIER'] ?? 'gate');

/** A new one each day (UTC), so that small numbers try more over time; `HUB_TEST_SEED` repeats an earlier one. */
export const seed: number = readNumber('HUB_TEST_SEED') ?? todaysSeed();

/** What a suite tries in this run. `HUB_TEST_AMOUNT` overrides it; `HUB_TEST_SHARE` is the share of a soak. */
export function amountOf(suite: Suite): number {
  const given = readNumber('HUB_TEST_AMOUNT');
  if (given !== undefined) return given;
  const isOther = process.env['HUB_TEST_POSTGRES'] !== undefined && tier === 'all';
  const whole = amounts[suite][isOther ? 'gate' : tier];
  if (tier !== 'soak') return whole;
  return Math.max(1, Math.round(whole * (readNumber('HUB_TEST_SHARE') ?? 1)));
}

/** How often a property of a few lines is tried, which `npm run test:all` tries so often. */
export function scaleRuns(runs: number): number {
  return Math.ceil(runs * amounts.properties[tier]);
}

/** The amount and seed of a random suite; prints what repeats them. */
export function planRandom(suite: Suite): { readonly amount: number; readonly seed: number } {
  const amount = amountOf(suite);
  process.stdout.write(`  ${suite}: HUB_TEST_SEED=${seed} HUB_TEST_AMOUNT=${amount}\n`);
  return { amount, seed };
}

function readTier(name: string): Tier {
  const found = tiers.find((each) => each === name);
  if (found === undefined)
    throw new Error(`HUB_TEST_TIER is ${name}, not one of ${tiers.join(', ')}`);
  return found;
}

function readNumber(variable: string): number | undefined {
  const text = process.env[variable];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number >= 0)) throw new Error(`${variable} is ${text}, not a number`);
  return number;
}

/** 20261129 on November 29, 2026. */
function todaysSeed(): number {
  return Number(Temporal.Now.plainDateISO('UTC').toString().replaceAll('-', ''));
}
