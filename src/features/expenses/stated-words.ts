/** Texts about shares that are entered as percentages or weights. */
import type { Id } from '#kit/id.ts';
import { add, type Fraction, formatFraction, one, parseFraction } from './arithmetic/fractions.ts';
import type { Expense, OverrideFields } from './expense.ts';

type Stated = NonNullable<OverrideFields['stated']>;

/** '25%' or 'weight 2'. */
export function describeStated({ unit, value }: Stated): string {
  return unit === 'percent' ? `${value}%` : `weight ${value}`;
}

/** '25%' or '2 of 7 parts', for each participant whose share follows from a percentage or a weight. */
export function describeStatedShares({
  overrides,
  participants,
}: Pick<Expense, 'overrides' | 'participants'>): ReadonlyMap<Id<'member'>, string> {
  const words = new Map<Id<'member'>, string>();
  const manual = new Map(
    overrides
      .filter(({ type }) => type === 'manual')
      .map(({ participantIds: [id], stated }) => [id, stated]),
  );
  const weights = new Map<Id<'member'>, string>();
  for (const id of participants) {
    const stated = manual.get(id);
    if (stated?.unit === 'percent') words.set(id, describeStated(stated));
    else if (stated || !manual.has(id)) weights.set(id, stated?.value ?? '1');
  }
  if (!overrides.some(({ stated }) => stated?.unit === 'weight')) return words;
  const [first = one, ...others] = [...weights.values()].map(parseFraction);
  const total = formatFraction(others.reduce(add, first satisfies Fraction));
  for (const [id, weight] of weights) words.set(id, `${weight} of ${total} parts`);
  return words;
}
