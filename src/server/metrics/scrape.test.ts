import { expect, test } from 'vitest';
import { startMetrics } from './scrape.ts';

test('what is no longer there is no longer reported, and reported again once it is back', async () => {
  const { meter, read } = startMetrics();
  let queues = ['mail', 'files'];
  const waiting = meter.createObservableGauge('waiting', { description: 'Jobs that wait' });
  meter.addBatchObservableCallback(
    (result) => {
      for (const queue of queues) result.observe(waiting, 2, { queue });
    },
    [waiting],
  );
  const countReported = async () =>
    [...(await read()).matchAll(/^waiting\{queue="(\w+)"\} 2$/gm)].length;
  expect(await countReported()).toBe(2);
  queues = ['files'];
  expect(await countReported()).toBe(1);
  queues = [];
  expect(await countReported()).toBe(0);
  queues = ['mail'];
  expect(await countReported()).toBe(1);
});

test('counts and histograms go on from scrape to scrape, in the names and buckets they were given', async () => {
  const { meter, read } = startMetrics();
  const requests = meter.createCounter('requests_total', { description: 'Requests' });
  const durations = meter.createHistogram('seconds', {
    description: 'Durations',
    advice: { explicitBucketBoundaries: [0.5, 1_800] },
  });
  for (const at of [1, 2]) {
    requests.add(1, { route: '/a "quoted"', status: 200 });
    durations.record(0.25);
    durations.record(7_200);
    expect(await read()).toBe(
      [
        '# HELP requests_total Requests',
        '# TYPE requests_total counter',
        `requests_total{route="/a \\"quoted\\"",status="200"} ${at}`,
        '# HELP seconds Durations',
        '# TYPE seconds histogram',
        `seconds_count ${2 * at}`,
        `seconds_sum ${7_200.25 * at}`,
        `seconds_bucket{le="0.5"} ${at}`,
        `seconds_bucket{le="1800"} ${at}`,
        `seconds_bucket{le="+Inf"} ${2 * at}`,
        '',
      ].join('\n'),
    );
  }
});

test('every route with every status is reported by itself', async () => {
  const { meter, read } = startMetrics();
  const requests = meter.createCounter('requests_total');
  const sets = 5_000;
  for (let route = 0; route < sets; route += 1) requests.add(1, { route });
  expect([...(await read()).matchAll(/^requests_total\{route="\d+"\} 1$/gm)]).toHaveLength(sets);
});

test('what can not be asked fails the scrape', async () => {
  const { meter, read } = startMetrics();
  meter.createObservableGauge('broken').addCallback(() => {
    throw new Error('not there');
  });
  await expect(read()).rejects.toThrow('not there');
});
