/** Two builds measured by turns, so that other load on the machine meets both. */
import { median, round } from '../claim.ts';

export type Side = 'this' | 'other';
export type Sides<T> = Readonly<Record<Side, T>>;
/** What was measured of each side, by name. */
export type Figures = Map<string, Record<Side, number[]>>;

/** Who begins changes with each turn. */
export async function byTurns<T>(
  sides: Sides<T>,
  turns: number,
  act: (one: T, side: Side, turn: number) => Promise<void>,
): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const order: Side[] = turn % 2 === 0 ? ['other', 'this'] : ['this', 'other'];
    for (const side of order) await act(sides[side], side, turn);
  }
}

export function merge(figures: Figures, side: Side, measured: Iterable<[string, number]>): void {
  for (const [name, figure] of measured) {
    if (!Number.isFinite(figure)) throw new Error(`${name} was not reported`);
    const known = figures.get(name) ?? { this: [], other: [] };
    known[side].push(figure);
    figures.set(name, known);
  }
}

/** A table of medians, their ratio, and the least and most of each side. */
export function formatFigures(figures: Figures): string {
  const lines = [...figures].map(([name, sides]) => {
    const [other, own] = [median(sides.other), median(sides.this)];
    return [
      name,
      round(other),
      round(own),
      ratioOf(own, other),
      spread(sides.other),
      spread(sides.this),
    ];
  });
  return [['', 'other', 'this', 'ratio', 'other from to', 'this from to'], ...lines]
    .map(
      ([name = '', ...columns]) =>
        `${name.padEnd(58)}${columns.map((each) => each.padStart(15)).join('')}\n`,
    )
    .join('');
}

const ratioOf = (own: number, other: number) =>
  own === other ? '1.00' : other === 0 ? '-' : (own / other).toFixed(2);
const spread = (each: readonly number[]) =>
  `${round(Math.min(...each))}–${round(Math.max(...each))}`;
