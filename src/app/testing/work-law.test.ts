/**
 * Work is bounded, not calls (decision 21). What is counted here does not depend on the machine:
 * days looked at and statements sent; `bench/work.ts` measures the time of the same requests.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxOccurrences, maxStepsOfSeries } from '#features/events/series.ts';
import { expandSeries } from '#features/events/testing/expand-series.ts';
import { issueOperatorToken } from '#features/identity/server/tokens/operator-token.ts';
import { createBudget } from '#kit/budget.ts';
import { checkRule, type RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { newId } from '#server/database/ids.ts';
import { seedChapter } from '../server/seed/seed.ts';
import { scaleRuns } from './amounts.ts';
import { costlyRequests, costlySeries, toPayload } from './costly-requests.ts';
import { countStatements } from './count-statements.ts';
import { createPlace, type Place } from './crowded-chapter.ts';
import { startTestHub, type TestHub } from './hub.ts';

/** The days that one period of a rule has at most: a walk ends with the period that spends the rest. */
const maxDaysOfPeriod = 12 * 31;

/** The days looked at for a series, and the occurrences found. */
function expand(rule: RecurrenceRule, day: string): { steps: number; found: number } {
  let steps = 0;
  const budget = createBudget(maxStepsOfSeries);
  const counting = {
    spend: (units: number) => {
      steps += units;
      budget.spend(units);
    },
    isSpent: () => budget.isSpent(),
  };
  const start = `${day}T18:00` as const;
  const fields = {} as Parameters<typeof expandSeries>[0]['fields'];
  const series = { start, end: start, rule, exceptions: new Map(), fields } as const;
  const expanded = expandSeries(
    series as Parameters<typeof expandSeries>[0],
    '2028-05-31',
    counting,
  );
  return { steps, found: expanded.ok ? expanded.value.originals.length : 0 };
}

function read(text: string): RecurrenceRule {
  const rule = parseRule(text);
  if (!rule.ok || rule.value === null) throw new Error(`${text} is no rule`);
  return rule.value;
}

describe('a series looks at a bounded number of days in one turn', () => {
  test.each(costlySeries)('%s from %s', (text, day) => {
    const { steps, found } = expand(read(text), day);
    expect(steps).toBeLessThanOrEqual(maxStepsOfSeries + maxDaysOfPeriod);
    expect(found).toBeLessThanOrEqual(maxOccurrences);
  });

  test('a search for rules that look at more finds none', () => {
    const day = fc
      .integer({ min: 0, max: 46_000 })
      .map((days) => Temporal.PlainDate.from('1900-01-01').add({ days }).toString());
    const part = (name: string, values: readonly string[]) =>
      fc.option(
        fc.subarray([...values], { minLength: 1 }).map((chosen) => `;${name}=${chosen.join(',')}`),
        { nil: '' },
      );
    const numbers = (most: number) => Array.from({ length: most }, (_, n) => String(n + 1));
    const rule = fc
      .tuple(
        fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
        fc.constantFrom('', ';INTERVAL=2', ';INTERVAL=99'),
        part('BYMONTH', numbers(12)),
        part('BYMONTHDAY', numbers(31)),
        part('BYDAY', ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
        fc.constantFrom('', ';COUNT=1', ';COUNT=60', ';COUNT=9990'),
      )
      .map(([frequency, ...parts]) => `FREQ=${frequency}${parts.join('')}`);
    let worst = 0;
    fc.assert(
      fc.property(rule, day, (text, first) => {
        const parsed = parseRule(text);
        if (!parsed.ok || parsed.value === null) return;
        if (checkRule(`${first}T18:00` as never, parsed.value)) return;
        const { steps, found } = expand(parsed.value, first);
        worst = Math.max(worst, steps);
        expect(steps).toBeLessThanOrEqual(maxStepsOfSeries + maxDaysOfPeriod);
        expect(found).toBeLessThanOrEqual(maxOccurrences);
      }),
      { numRuns: scaleRuns(1_500) },
    );
    expect(worst).toBeGreaterThan(1_000);
  });
});

describe('the statements of a request do not grow with its rows', () => {
  let hub: TestHub;
  let place: Place;
  let authorization: string;
  beforeAll(async () => {
    hub = await startTestHub();
    const { adminEmail } = await seedChapter(hub.database, {
      members: 500,
      expenses: 0,
      events: 0,
      transactions: 0,
    });
    const token = await issueOperatorToken(hub.identity, { email: adminEmail }, newId);
    if (!token.ok) throw new Error(token.refusal.message);
    authorization = `Bearer ${token.value.token}`;
    place = await createPlace(
      async (method, url, payload) => {
        const headers = { authorization, 'content-type': 'application/json' };
        const reply = await hub.request({ method, url, headers, ...(payload ? { payload } : {}) });
        if (reply.statusCode >= 300) throw new Error(reply.body);
        return reply.body;
      },
      { expenses: 5 },
    );
  });
  afterAll(() => hub?.close());

  test.each(costlyRequests)('$name', async ({ method, path, body, isRefused, maxStatements }) => {
    let status = 0;
    let text = '';
    const sent = body && toPayload(body(place));
    const statements = await countStatements(hub, async () => {
      const reply = await hub.request({
        method,
        url: `/api${path(place)}`,
        headers: { authorization, ...(sent ? { 'content-type': sent.type } : {}) },
        ...(sent ? { payload: sent.payload } : {}),
      });
      status = reply.statusCode;
      text = reply.body;
    });
    // A request that is refused early, because its contract has changed, would show nothing.
    const asExpected = isRefused ? status >= 400 && status < 500 : status < 300;
    if (!asExpected) expect([status, text]).toEqual([]);
    expect(statements).toBeLessThanOrEqual(maxStatements);
  });
});
