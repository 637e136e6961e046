/** What is recorded of a payment is stored and shown, whichever field it is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { readSheetRows } from '#app/testing/sheet-rows.ts';
import { cents } from '#kit/money.ts';
import { type NewPayment, paymentCalls, type RecordedField } from '../contract.ts';
import { fieldLabels, recordedFields } from '../field-labels.ts';
import { paymentsCsv } from '../payments-csv.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

test('each field is stored, kept by a decision and exported; an empty one says nothing', async () => {
  const chapter = await hub.chapter();
  const ann = await chapter.person('Ann');
  const ben = await chapter.person('Ben');
  const values: Required<Pick<NewPayment, RecordedField>> = {
    reference: '1042',
    note: 'For the boat',
  };
  const empty = Object.fromEntries(recordedFields.map((field) => [field, '']));
  const nothing = Object.fromEntries(recordedFields.map((field) => [field, null]));
  const body: NewPayment = {
    fromMemberId: ann.memberId,
    toMemberId: ben.memberId,
    amount: cents(1),
    paidOn: '2026-11-20',
    method: 'check',
  };
  const record = async (entered: NewPayment) =>
    (await ann.call(paymentCalls.record, { body: entered })).value();
  expect(await record({ ...body, ...empty })).toMatchObject(nothing);
  expect(await record({ ...body, amount: cents(2) })).toMatchObject(nothing);
  const { id: paymentId } = await record({ ...body, amount: cents(3), ...values });
  const params = { paymentId };
  expect((await ben.call(paymentCalls.confirm, { params })).value()).toMatchObject(values);
  expect((await ben.call(paymentCalls.detail, { params })).value()).toMatchObject(values);

  const { items } = (await ann.call(paymentCalls.list)).value().payments;
  expect(items[0]).toMatchObject(values);
  const csv = paymentsCsv(items, 'America/Los_Angeles');
  const { archived, own } = await readSheetRows(hub, ann, 'payments');
  // People may share a name.
  expect(archived[2]).toMatchObject({ from_id: ann.memberId, to_id: ben.memberId });
  for (const field of recordedFields) {
    const cell = { [fieldLabels[field].toLowerCase().replaceAll(' ', '_')]: values[field] };
    expect(archived).toMatchObject([{}, {}, cell]);
    expect(own).toMatchObject([{}, {}, cell]);
    expect(csv).toContain(values[field]);
  }
});
