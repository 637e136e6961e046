/** Every name, title and other line of the API follows the one rule for lines, and every longer text that for texts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from './hub.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, hasBody, nameOf, send } from './matrix/requests.ts';

let hub: TestHub;
let fixtures: Fixtures;
beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
});
afterAll(() => hub?.close());

/** By name, so that a new field called a name or a title is held to the rule as well. */
const lineName =
  /^(name|title|label|category|firstName|lastName|company|city|headline|holder|bankName|location|chapterName|referenceId|reference|note|reason|description|bio|asks|offers|howToPay)$/;

type Fields = Record<string, unknown>;

/** The body with each of its lines replaced, one at a time. */
function* withEachLine(body: unknown, written: string, place = ''): Generator<[string, unknown]> {
  if (Array.isArray(body)) {
    for (const [n, one] of body.entries()) {
      for (const [where, changed] of withEachLine(one, written, `${place}[${n}]`)) {
        yield [where, body.with(n, changed)];
      }
    }
    return;
  }
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
  for (const [name, value] of Object.entries(body as Fields)) {
    const where = `${place}.${name}`;
    if (typeof value === 'string' && lineName.test(name)) {
      yield [where, { ...body, [name]: written }];
    }
    for (const [inner, changed] of withEachLine(value, written, where)) {
      yield [inner, { ...body, [name]: changed }];
    }
  }
}

test.each([
  ['nothing visible', '\u200b\u3164'],
  ['a control character', 'Taxi\u0007'],
  ['a text that is turned around', '\u202eixaT'],
])('a line with %s is refused wherever one is written', async (_name, written) => {
  const accepted: string[] = [];
  let count = 0;
  for (const endpoint of hub.endpoints.filter(hasBody)) {
    if (/anyone|signed-in|installation-admin/.test(endpoint.policy)) continue;
    const request = await buildValidRequest(endpoint, fixtures, fixtures.owner);
    const credentials = await credentialsOf(hub, endpoint, fixtures.admin);
    for (const [place, body] of withEachLine(request.body, written)) {
      count += 1;
      const { status } = await send(hub, endpoint, credentials, { ...request, body });
      if (status < 400) accepted.push(`${nameOf(endpoint)} body${place}: ${status}`);
    }
  }
  expect(accepted).toEqual([]);
  expect(count).toBeGreaterThan(15);
});
