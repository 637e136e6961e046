/**
 * The work that one request may do, in units that do not depend on the machine: days that a walk
 * looks at, rows that a write makes. Work ends when its budget is spent, so the owner of the budget
 * must ask `isSpent` before using what was found.
 */
export type Budget = {
  spend(units: number): void;
  isSpent(): boolean;
};

/** One that says how much was spent, to charge it. */
export type MeasuredBudget = Budget & { spent(): number };

export function createBudget(max: number): MeasuredBudget {
  let left = max;
  return {
    spend: (units) => {
      left -= units;
    },
    isSpent: () => left < 0,
    spent: () => max - left,
  };
}
