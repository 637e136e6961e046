/** A measured claim: a figure against its limit, which was measured in the same run. */
export type Claim = {
  /** What is claimed, in the words of the goal. */
  readonly name: string;
  /** As measured, with its unit. */
  readonly figure: string;
  /** What it is measured against, with its unit. */
  readonly limit: string;
  /** Figure ÷ limit; the only thing here that does not depend on the machine. */
  readonly ratio: number;
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
  /** What the figure is made of, a line each. */
  readonly details?: readonly string[];
};

/** One file of bench/ makes one group. */
export type ClaimGroup = {
  readonly name: string;
  measure(place: Place): Promise<Claim[]>;
};

/** What groups share. */
export type Place = {
  /** A data folder that holds the demo chapter and is not in use; made once for a run. */
  demoFolder(): Promise<string>;
};

export function isKept({ ratio, goal }: Claim): boolean {
  return 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) throw new Error('there is no median of nothing');
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

/** A claim whose limit is a fixed budget, such as bytes: kept at a ratio of at most 1. */
export function withinBudget(
  name: string,
  figure: number,
  budget: number,
  unit: string,
  details?: readonly string[],
): Claim {
  return {
    name,
    figure: `${round(figure)} ${unit}`,
    limit: `${round(budget)} ${unit}`,
    ratio: figure / budget,
    goal: { atMost: 1 },
    ...(details ? { details } : {}),
  };
}

export function round(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toFixed(1);
}
