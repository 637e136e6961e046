/** A performance claim: a figure against a limit measured in the same run. */
export type Claim = {
  readonly name: string;
  /** Measured, with its unit. */
  readonly figure: string;
  /** With its unit. */
  readonly limit: string;
  /** Figure ÷ limit; the only value that does not depend on the machine. */
  readonly ratio: number;
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
  /** Lines that break the figure down. */
  readonly details?: readonly string[];
};

/** Each file of claims in bench/ exports one group. */
export type ClaimGroup = {
  readonly name: string;
  measure(environment: Environment): Promise<Claim[]>;
};

export type Environment = {
  /** A data folder with the demo chapter and no running server; created once per run. */
  demoFolder(): Promise<string>;
};

export function isMet({ ratio, goal }: Claim): boolean {
  return 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1], sorted[middle]];
  if (high === undefined) throw new Error('no median of an empty list');
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

export function percentile99(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

/** A claim whose limit is a fixed budget, such as bytes: met at a ratio of at most 1. */
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
