/** A series is expanded at once, as nobody waits in a test. */
import { type Budget, createBudget } from '#kit/budget.ts';
import type { Day } from '#kit/day.ts';
import { expandInSteps, maxStepsOfSeries, type Series } from '../series.ts';

export function expandSeries(
  series: Series,
  horizon: Day,
  budget: Budget = createBudget(maxStepsOfSeries),
) {
  const steps = expandInSteps(series, horizon, budget);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
