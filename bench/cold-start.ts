/** Time from the start of the program to its first response, on an existing database. */
import { startHub, stop } from '#app/testing/hub-process.ts';
import { type ClaimGroup, median, withinBudget } from './claim.ts';

const runs = 9;
const budgetMilliseconds = 1_000;

export const coldStart: ClaimGroup = {
  name: 'cold-start',
  async measure({ demoFolder }) {
    const folder = await demoFolder();
    const times: number[] = [];
    for (let run = 0; run <= runs; run += 1) {
      // With rate limits, as in production: hub-process.ts turns them off for tests.
      const hub = await startHub(folder, ['--demo'], { RATE_LIMIT: 'on' });
      await stop(hub);
      // The first start after a build is not counted: it fills file and code caches.
      if (run > 0) times.push(hub.readyMilliseconds);
    }
    return [
      withinBudget('start on existing data, until ready', median(times), budgetMilliseconds, 'ms', [
        `of ${times.length} starts: ${times.map((time) => time.toFixed(0)).join(', ')}`,
      ]),
    ];
  },
};
