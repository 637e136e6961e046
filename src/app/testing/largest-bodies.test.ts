/** Every body that a contract allows must fit the limits that are checked before it is read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventCalls } from '#features/events/contract.ts';
import { feedCalls, maxImportLength } from '#features/events/feed-contract.ts';
import {
  maxDescriptionLength,
  maxExpenseBytes,
  maxLabelLength,
  maxOverrideParticipants,
  maxOverrides,
  maxParticipants,
} from '#features/expenses/expense.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { maxBodyBytesFor } from '#server/http/authorize.ts';
import { checkJsonSize, maxJsonValues } from '#server/http/json-size.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { type Schema, schemaOf } from './matrix/schemas.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

type Size = { readonly bytes: number; readonly values: number };

/** Dates, ids, amounts and other short formats, which declare no length. */
const shortText = 70;
const [longestNumber, listLimit] = [24, 64];

/** The largest JSON that a schema allows; a character escaped as `\u0000` has six bytes. */
function measureLargest(schema: Schema, perCharacter: 1 | 6): Size {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const sizes = options.map((option) => measureLargest(option, perCharacter));
    return {
      bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
      values: Math.max(...sizes.map(({ values }) => values)),
    };
  }
  if (schema.const !== undefined) return { bytes: JSON.stringify(schema.const).length, values: 1 };
  if (schema.enum)
    return {
      bytes: Math.max(...schema.enum.map((each) => JSON.stringify(each).length)),
      values: 1,
    };
  if (schema.items) {
    const [count, each] = [
      schema.maxItems ?? listLimit,
      measureLargest(schema.items, perCharacter),
    ];
    return { bytes: 2 + count * (each.bytes + 1), values: 1 + count * each.values };
  }
  if (schema.properties) {
    const sizes = Object.entries(schema.properties).map(([name, inner]) => {
      const { bytes, values } = measureLargest(inner, perCharacter);
      return { bytes: bytes + name.length + 4, values };
    });
    return sizes.reduce(
      (sum, each) => ({ bytes: sum.bytes + each.bytes, values: sum.values + each.values }),
      { bytes: 2, values: 1 },
    );
  }
  if (schema.type === 'string' && schema.format !== 'uuid')
    return { bytes: 2 + perCharacter * (schema.maxLength ?? shortText), values: 1 };
  return { bytes: schema.format === 'uuid' ? 38 : longestNumber, values: 1 };
}

test('the largest body of every call is within its limits', () => {
  const json = hub.endpoints.filter(({ bodyType }) => bodyType !== 'application/octet-stream');
  const tooSmall = json.flatMap((endpoint) => {
    // The schema does not say that overrides have at most 1,000 participants together.
    if (endpoint.maxBodyBytes === maxExpenseBytes) return [];
    // Without a role, only credentials are long, and they are ASCII.
    const perCharacter = /anyone|signed-in/.test(endpoint.policy) ? 1 : 6;
    const { bytes, values } = measureLargest(schemaOf(endpoint.body), perCharacter);
    const fits = bytes <= maxBodyBytesFor(endpoint) && values <= maxJsonValues;
    return fits ? [] : [`${endpoint.method} ${endpoint.path}: ${bytes} bytes, ${values} values`];
  });
  expect(tooSmall).toEqual([]);
});

test('an expense with everything it may have is within its limits', () => {
  const ids = Array.from({ length: maxParticipants }, () => crypto.randomUUID());
  const overrides = Array.from({ length: maxOverrides }, (_, n) => ({
    type: 'manual',
    amount: 1_234_567.89,
    label: 'x'.repeat(maxLabelLength),
    participantIds: ids.slice(0, n < maxOverrideParticipants - maxOverrides ? 2 : 1),
    stated: { unit: 'percent', value: '33 1/3' },
  }));
  const payers = ids.slice(0, 20).map((memberId) => ({ memberId, amountPaid: 1_234_567.89 }));
  const description = 'x'.repeat(maxDescriptionLength);
  const body = JSON.stringify({ description, participants: ids, payers, overrides });
  // Some fields are left out, all of them short.
  expect(Buffer.byteLength(body) + 2_000).toBeLessThan(maxExpenseBytes);
  expect(checkJsonSize(body).ok).toBe(true);
});

test('large bodies are taken where the contract needs them', async () => {
  const maya = await (await hub.chapter('San Diego')).person('Maya Chen');
  const [calendar] = (await maya.call(eventCalls.calendars)).value().items;
  if (!calendar) throw new Error('a chapter has a calendar');
  const params = { calendarId: calendar.id };
  const begin = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270101T100000\r\nX-X:';
  const end = '\r\nEND:VEVENT\r\nEND:VCALENDAR';
  const text = `${begin}${'"'.repeat(maxImportLength - begin.length - end.length)}${end}`;
  const file = await maya.call(feedCalls.import, {
    params,
    body: { text, isDryRun: true, includesPrivate: true },
  });
  expect(file.status).toBe(200);
  const [startDate, endDate] = ['2027-01-01T10:00:00', '2027-01-01T11:00:00'];
  const fields = JSON.stringify({ title: 'Walk', startDate, endDate });
  const raw = fields.replace('{', `{"description":"${'\\u4e16'.repeat(5_000)}",`);
  expect((await maya.call(eventCalls.create, { params, raw })).status).toBe(201);
});

test.each([
  ['33 KB where the call needs less', `{"title":"${'x'.repeat(33_000)}"}`, 413, 'too_large'],
  ['more than 10,000 values', `[1${',1'.repeat(10_000)}]`, 413, 'too_large'],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 400, 'malformed_json'],
])('a body of %s is refused before it is parsed', async (_, raw, status, code) => {
  const ana = await (await hub.chapter('Oslo')).person('Ana Admin', 'admin');
  const refused = await ana.call(walletCalls.create, { raw });
  expect([refused.status, refused.refusal().code]).toEqual([status, code]);
});
