import { expect, test } from 'vitest';
import { noteResponse, toServerTime } from './freshness.ts';

const now = () => Temporal.Now.instant().epochMilliseconds;

test('times are those of the server’s clock, however wrong that of the device is', () => {
  noteResponse(new Response(null, { headers: { date: 'Sun, 29 Nov 2026 19:41:00 GMT' } }));
  expect(toServerTime(now())).toMatch(/^2026-11-29T19:4[01]:/);
  expect(toServerTime(now() - 3_600_000)).toMatch(/^2026-11-29T18:4[01]:/);
  // What a server of another site hides changes nothing.
  noteResponse(new Response(null));
  expect(toServerTime(now())).toMatch(/^2026-11-29T19:4[01]:/);
});
