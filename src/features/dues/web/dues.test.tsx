/** Charging members, and the list that says who is late. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { instructionCalls } from '#features/chapters/payment-instructions-contract.ts';
import { doorCalls } from '#features/events/door/door-contract.ts';
import { makeOccurrence, serveEvents } from '#features/events/web/testing/event-samples.ts';
import { serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { makeWallet } from '#features/wallets/web/testing/wallet-samples.ts';
import { addDays } from '#kit/calendar/month.ts';
import { formatDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { chooseAction, expectToast, findDialog, findPanel, press } from '#web/testing/controls.ts';
import { answer, fail, hold, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { getAddress, leave, open } from '#web/testing/open.tsx';
import { memberId, today } from '#web/testing/session.ts';
import { dueCalls } from '../contract.ts';
import { makeDoorPerson } from '../testing/door-person.ts';
import { makeCharge, makeDues, makeItem, serveDues } from './testing/dues-samples.ts';

const asTreasurer = { as: 'treasurer' } as const;
const dialog = findDialog('New Charge');
const title = dialog.getByLabelText('Title');
const amount = dialog.getByLabelText('Amount', { exact: false }).first();
const filter = dialog.getByRole('searchbox', { name: 'Filter by name' });
const amountOf = (name: string) => dialog.getByLabelText(`Amount of ${name}`);
const chargeButton = dialog.getByRole('button', { name: /^Charge / });
const sent = () => requestsOf(dueCalls.create).map(({ body }) => body);

/** Everyone who was sent is charged. */
const create: Parameters<typeof answer<typeof dueCalls.create>>[1] = ({ body }) => {
  const items = body.items.map((each) => makeItem('Maya Chen', { amount: each.amount }));
  return { ...makeCharge(items, { title: body.title }), skipped: [] };
};

beforeEach(() => {
  serveExpenses();
  serveDues();
  answer(dueCalls.create, create);
  answer(paymentCalls.list, ({ query }) => ({ payments: pageOf([], 0, query) }));
});

function countClicks(): () => number {
  let clicks = 0;
  const count = () => {
    clicks += 1;
  };
  addEventListener('click', count, { capture: true });
  onTestFinished(() => removeEventListener('click', count, { capture: true }));
  return () => clicks;
}

test('everyone is charged with two clicks, by one who types', async () => {
  const clicks = countClicks();
  await open('/dues', asTreasurer);
  await press(page, 'New Charge');
  await expect.element(title).toHaveFocus();
  await expect.element(dialog).toMatchTextContent("each member's oldest wallet in US dollars");
  await userEvent.keyboard('2027 dues{Tab}250{Enter}');
  expect(sent()).toEqual([]);
  await expect.element(chargeButton).toHaveTextContent('Charge 5 Members $1,250.00');
  await expectAccessible(dialog);
  await chargeButton.click();
  await expectToast('5 members charged, $1,250.00');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(clicks()).toBe(2);
  expect(sent()).toEqual([
    expect.objectContaining({ title: '2027 dues', dueOn: addDays(today(), 30) }),
  ]);
  expect(sent()[0]?.items.map((item) => item.amount)).toEqual(Array(5).fill(250_00));
});

test('on a phone the sum does not lie under the filter', async () => {
  await page.viewport(360, 700);
  onTestFinished(() => page.viewport(1280, 720));
  await open('/dues?dialog=new-charge', asTreasurer);
  await expect.element(filter).toBeVisible();
  const placeOf = (element: Element | null | undefined) =>
    element?.getBoundingClientRect() ?? expect.fail('not there');
  const top = placeOf(filter.element().closest('div.sticky'));
  const sum = placeOf(dialog.element().querySelector('fieldset [role=status]'));
  expect(sum.top).toBeGreaterThanOrEqual(top.bottom);
});

test('letters find a member, Enter turns their tick, and rows have amounts of their own', async () => {
  await open('/dues?dialog=new-charge', asTreasurer);
  await title.fill('Dinner');
  await amount.fill('20');
  await press(dialog, 'No One');
  await filter.fill('diego');
  await userEvent.keyboard('{Enter}pri{Enter}');
  await filter.fill('');
  await amountOf('Priya Raman').fill('12.50');
  await userEvent.keyboard('{Enter}');
  await expect.element(filter).toHaveFocus();
  await expect.element(dialog.getByRole('status')).toMatchTextContent('2 of 5 members');
  await chargeButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent()[0]?.items).toEqual([
    { memberId: memberId('Diego Alvarez'), amount: 20_00 },
    { memberId: memberId('Priya Raman'), amount: 12_50 },
  ]);
});

test('an event that is not found keeps a charge from being made, and Enter charges no one', async () => {
  serveEvents();
  await open('/dues?dialog=new-charge', asTreasurer);
  await title.fill('2027 dues');
  await amount.fill('250');
  await press(dialog, 'For an Event...');
  await dialog.getByLabelText('Event', { exact: true }).fill('zzz');
  await userEvent.keyboard('{Enter}{Enter}');
  await chargeButton.click();
  await expect.element(dialog).toMatchTextContent('remove what is typed');
  expect(sent()).toEqual([]);
});

test('for a date of an event, those who did not come are asked, and for each guest the amount', async () => {
  const [gala, hike] = ['Gala', 'Hike'].map((name) => makeOccurrence(name, addDays(today(), -3)));
  if (!gala || !hike) expect.fail('no events');
  serveEvents(gala, hike);
  const [maya, diego, priya, tom] = ['Maya Chen', 'Diego Alvarez', 'Priya Raman', 'Tom Becker'].map(
    memberId,
  ) as [Id<'member'>, Id<'member'>, Id<'member'>, Id<'member'>];
  answer(doorCalls.list, ({ params }) => ({
    event: { ...gala, maxGuests: 5, isCanceled: false },
    people:
      params.occurrenceId === hike.occurrenceId
        ? [makeDoorPerson(maya), makeDoorPerson(diego, { guests: 2 })]
        : [
            makeDoorPerson(maya, { came: 2 }),
            makeDoorPerson(diego, { came: 1 }),
            makeDoorPerson(priya),
            makeDoorPerson(tom),
          ],
  }));
  await open('/dues?dialog=new-charge', asTreasurer);
  await title.fill('Guests');
  await press(dialog, 'For an Event...');
  const event = dialog.getByLabelText('Event', { exact: true });
  const choose = async (name: string) => {
    await event.fill(name);
    await userEvent.keyboard('{Enter}');
  };
  await choose('Hike');
  // No one was checked in, so no one is said to have come.
  await expect.element(dialog).toMatchTextContent('No one was checked in.');
  await expect.element(dialog).not.toMatchTextContent('who was expected came');
  await expect.element(dialog).toMatchTextContent('1 Member Who Announced Guests');
  await choose('Gala');
  await press(dialog, '2 Members Who Brought Guests');
  // An amount that is typed later counts for each guest, too.
  await amount.fill('40');
  await expect.element(amountOf('Maya Chen')).toHaveValue('80.00');
  await expect.element(dialog).toMatchTextContent('2 guests');
  await expect.element(chargeButton).toHaveTextContent('Charge 2 Members $120.00');
  // Whoever else is asked is asked once.
  await press(dialog, 'Everyone');
  await expect.element(chargeButton).toHaveTextContent('Charge 5 Members $200.00');
  await press(dialog, '2 Members Who Did Not Come');
  await chargeButton.click();
  await expectToast('2 members charged, $80.00');
  expect(sent()[0]).toMatchObject({
    occurrenceId: gala.occurrenceId,
    items: [
      { memberId: priya, amount: 40_00 },
      { memberId: tom, amount: 40_00 },
    ],
  });
});

test('problems are shown at their fields, and nothing typed is lost', async () => {
  await open('/dues?dialog=new-charge', asTreasurer);
  await press(dialog, 'Charge Members');
  await expect.element(dialog.getByText('Enter a title')).toBeVisible();
  await expect.element(title).toHaveFocus();
  await title.fill('Dues');
  await amount.fill('250');
  await amountOf('Tom Becker').fill('x');
  await chargeButton.click();
  await expect.element(amountOf('Tom Becker')).toHaveFocus();
  await amountOf('Tom Becker').fill('1');
  answer(dueCalls.create, refuse(422, 'invalid', 'Choose a later day', { field: 'dueOn' }));
  await chargeButton.click();
  await expect
    .element(dialog.getByLabelText('Due *'))
    .toHaveAccessibleDescription(/Choose a later day/);
  await expect.element(amountOf('Tom Becker')).toHaveValue('1');
});

test('those who have the charge already are left out with one press; who left is named', async () => {
  const has = ['Diego Alvarez', 'Priya Raman', 'Tom Becker'].map(memberId);
  const message = '3 of these 5 members already have this charge. Charge the other 2?';
  answer(dueCalls.create, (received) =>
    received.body.items.some((item) => has.includes(item.memberId))
      ? refuse(409, 'already_charged', message, { details: { memberIds: has } })
      : {
          ...makeCharge([makeItem('Maya Chen')]),
          skipped: [{ id: memberId('Kenji Watanabe'), name: 'Kenji Watanabe' }],
        },
  );
  await open('/dues?dialog=new-charge', asTreasurer);
  await title.fill('2027 dues');
  await amount.fill('250');
  await chargeButton.click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await press(dialog, 'Charge the Other 2');
  await expect
    .element(dialog)
    .toMatchTextContent('Not charged, because they have left: Kenji Watanabe.');
  expect(sent()[1]?.items).toHaveLength(2);
  await dialog.getByText('Close', { exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a lost reply keeps the form, and trying again is the same request', async () => {
  answer(dueCalls.create, unreachable);
  await open('/dues?dialog=new-charge', asTreasurer);
  await title.fill('2027 dues');
  await amount.fill('250');
  await chargeButton.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Check your connection');
  answer(dueCalls.create, create);
  await chargeButton.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [one, two] = requestsOf(dueCalls.create).map(({ headers }) =>
    headers.get('idempotency-key'),
  );
  expect(two).toBe(one);
});

test('the list says who is late first, and is narrowed to those', async () => {
  serveDues({
    late: [
      ['Diego Alvarez', 250_00, -47],
      ['Priya Raman', 250_00, 30],
    ],
    others: [
      makeDues('Tom Becker', { credit: cents(50_00) }),
      makeDues('Kenji Watanabe', {
        open: cents(250_00),
        late: cents(250_00),
        dueOn: addDays(today(), -12),
        waiting: cents(250_00),
        pausedUntil: today(),
      }),
    ],
  });
  await open('/dues', asTreasurer);
  await expect
    .element(page.getByText('2 of 5 covered · $750.00 open · oldest 47 days'))
    .toBeVisible();
  const rows = page.getByRole('table', { name: 'Dues of members' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/Diego Alvarez.*47 days late/);
  await expect.element(rows.nth(2)).toMatchTextContent(/12 days late.*Says paid \$250\.00/);
  await expect.element(rows.nth(2)).toMatchTextContent('Paused until');
  await expect.element(rows.nth(4)).toMatchTextContent('Credit $50.00');
  await expectAccessible(page.getByRole('main'));
  await press(page, /^Late 31–60 days/);
  await expect.element(page.getByText('Kenji Watanabe')).not.toBeInTheDocument();
  expect(getAddress()).toBe('/dues?show=late-60');
  await page.getByRole('link', { name: 'Record payment of Diego Alvarez' }).click();
  const payment = findDialog('Record Payment');
  await expect.element(payment.getByLabelText('Amount')).toHaveValue('250.00');
  await expect.element(payment.getByLabelText('Who Paid')).toMatchTextContent('Diego Alvarez');
});

test('on a phone a long status takes two lines, and the table as much as there is', async () => {
  await page.viewport(360, 800);
  const [late, whole] = [cents(99_999_99), cents(199_999_98)];
  const dues = { open: whole, late, dueOn: addDays(today(), -282), dueFirst: cents(250_00) };
  serveDues({ others: [makeDues('Diego Alvarez', dues)] });
  await open('/dues', asTreasurer);
  const status = page.getByText('$99,999.99 is up to 282 days late').first();
  await expect.element(status).toBeVisible();
  const area = page.getByRole('table', { name: 'Dues of members' }).element().parentElement;
  expect(area?.scrollWidth).toBe(area?.clientWidth);
});

test('a list that fails says so and loads again; an empty one says what is next', async () => {
  answer(dueCalls.list, fail(400));
  await open('/dues', asTreasurer);
  await expect.element(page.getByText("Couldn't load the dues.")).toBeVisible();
  serveDues();
  await press(page, 'Retry');
  await expect.element(page.getByText('5 of 5 covered · $0.00 open')).toBeVisible();
  await press(page, /^Late 61/);
  await expect.element(page.getByText('No members found')).toBeVisible();
  const release = hold(dueCalls.charges);
  await page.getByRole('link', { name: 'Charges' }).click();
  await expect.element(page.getByText('Loading charges...')).toBeInTheDocument();
  release();
  await expect.element(page.getByText('No charges yet')).toBeVisible();
});

test('of a charge, late members are asked a fee, and one is waived a part', async () => {
  const late = makeItem('Diego Alvarez', { dueOn: addDays(today(), -12) });
  const charge = makeCharge([late, makeItem('Priya Raman', { open: cents(0), isPaid: true })], {
    dueOn: late.dueOn,
  });
  serveDues({ charges: [charge] });
  answer(dueCalls.waive, ({ body }) => ({ ...late, waived: body.amount, version: 2 }));
  await open('/dues?view=charges', asTreasurer);
  await expect.element(page.getByText(/1 of 2 covered, \$250\.00 open/)).toBeVisible();
  await page.getByRole('link', { name: '2027 dues' }).click();
  const rows = page.getByRole('table', { name: 'Members of the charge' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/Diego Alvarez.*12 days late/);
  await expectAccessible(page.getByRole('main'));

  await chooseAction('Diego Alvarez', 'Waive...');
  const waive = findDialog('Waive Charge');
  await expect.element(waive.getByLabelText('Amount')).toHaveValue('250.00');
  await waive.getByLabelText('Amount').fill('250.01');
  await press(waive, 'Waive Charge');
  await expect.element(waive.getByText('At most $250.00 can be waived')).toBeVisible();
  await expect.element(waive.getByText('Enter a reason')).toBeVisible();
  await expect.element(waive.getByLabelText('Amount')).toHaveFocus();
  await waive.getByLabelText('Amount').fill('50');
  await waive.getByLabelText('Reason').fill('Helped at the gala');
  answer(dueCalls.waive, refuse(412, 'changed', 'Someone else changed this charge'));
  await press(waive, 'Waive Charge');
  await expect.element(waive.getByRole('alert')).toMatchTextContent('Someone else changed');
  await expect.element(waive.getByLabelText('Reason')).toHaveValue('Helped at the gala');
  answer(dueCalls.waive, ({ body }) => ({ ...late, waived: body.amount, version: 2 }));
  await press(waive, 'Waive Charge');
  await expectToast('Charge waived');
  expect(requestsOf(dueCalls.waive).at(-1)?.body).toEqual({
    amount: 50_00,
    reason: 'Helped at the gala',
  });
  expect(requestsOf(dueCalls.waive)[0]?.headers.get('if-match')).toBe('"1"');

  await press(page, 'Charge Late Fee...');
  const fee = findDialog('New Late Fee');
  await expect.element(fee.getByLabelText('Title')).toHaveValue('Late fee: 2027 dues');
  await fee.getByLabelText('Amount', { exact: false }).first().fill('25');
  await press(fee, 'Charge 1 Member $25.00');
  await expect.element(fee).not.toBeInTheDocument();
  expect(sent()[0]).toMatchObject({
    isLateFee: true,
    items: [{ memberId: memberId('Diego Alvarez'), amount: 25_00 }],
  });
});

test.for([
  ['Move Due Date...', 'Move Due Date', dueCalls.move],
  ['Cancel...', 'Cancel Charge', dueCalls.cancelItem],
] as const)('%s changes it for one member', async ([item, name, call]) => {
  const late = makeItem('Diego Alvarez', { dueOn: addDays(today(), -12) });
  const charge = makeCharge([late]);
  serveDues({ charges: [charge] });
  answer(call, () => ({ ...late, version: 2 }));
  await open(`/dues?charge=${charge.id}`, asTreasurer);
  await chooseAction('Diego Alvarez', item);
  const act = findDialog(name);
  await press(act, name);
  await expect.element(act.getByText(/^(Choose the day|Enter a reason)$/)).toBeVisible();
  expect(requestsOf(call)).toEqual([]);
  const field = act.getByLabelText(/^(Due|Reason) \*/);
  await field.fill(name === 'Move Due Date' ? addDays(today(), 40) : 'Charged twice');
  await press(act, name);
  await expect.element(act).not.toBeInTheDocument();
  expect(requestsOf(call)).toHaveLength(1);
});

test('a charge for an event names it, and leads there', async () => {
  const gala = makeOccurrence('Gala', addDays(today(), -3));
  serveEvents(gala);
  const { occurrenceId } = gala;
  const charge = makeCharge([makeItem('Diego Alvarez')], { title: 'Guests', occurrenceId });
  serveDues({ charges: [charge] });
  answer(doorCalls.list, refuse(404, 'not_found', 'Event not found'));
  await open(`/dues?charge=${charge.id}`, asTreasurer);
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent("For an event, which couldn't be loaded");
  leave();
  answer(doorCalls.list, { event: { ...gala, maxGuests: 5, isCanceled: false }, people: [] });
  await open(`/dues?charge=${charge.id}`, asTreasurer);
  await expect.element(main).toMatchTextContent(`For Gala, ${formatDay(addDays(today(), -3))}`);
  const link = page.getByRole('link', { name: 'Gala' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(occurrenceId));
});

test('a charge of late fees asks none, and is canceled for everyone', async () => {
  const charge = makeCharge([makeItem('Diego Alvarez', { dueOn: addDays(today(), -12) })], {
    isLateFee: true,
  });
  serveDues({ charges: [charge] });
  answer(dueCalls.cancel, ({ body }) => makeCharge([], { note: body.reason }));
  await open(`/dues?charge=${charge.id}`, asTreasurer);
  await press(page, 'Cancel Charge...');
  const act = findDialog('Cancel Charge');
  await act.getByLabelText('Reason').fill('Not agreed');
  await press(act, 'Cancel Charge');
  await expectToast('Charge canceled');
  await expect
    .element(page.getByRole('button', { name: 'Charge Late Fee...' }))
    .not.toBeInTheDocument();
});

test('for a member with several wallets in dollars, the charged one is named', async () => {
  serveDues({
    late: [
      ['Diego Alvarez', 500_00, 5],
      ['Maya Chen', 250_00, 5],
    ],
  });
  let names = ['Travel', 'Diego – USD'];
  answer(walletCalls.list, ({ query }) => ({
    wallets: pageOf(
      names.map((name) => ({ ...makeWallet('Diego Alvarez'), name })),
      names.length,
      query,
    ),
  }));
  const words = 'Charges and payments go to Diego – USD, the oldest wallet in US dollars.';
  await open(`/dues?member=${memberId('Diego Alvarez')}`, asTreasurer);
  await expect.element(findPanel('Diego Alvarez')).toMatchTextContent(words);
  // Asked twice where React mounts twice, which it does for its warnings.
  expect(new Set(requestsOf(walletCalls.list).map(({ query }) => query.ownerId))).toEqual(
    new Set([memberId('Diego Alvarez')]),
  );
  leave();
  await open('/dues');
  await expect.element(page.getByRole('region', { name: 'Due' })).toMatchTextContent(words);
  leave();
  names = ['Diego – USD'];
  const asked = requestsOf(walletCalls.list).length;
  await open('/dues');
  await expect.element(page.getByRole('region', { name: 'Due' })).toMatchTextContent('$250.00');
  await expect.poll(() => requestsOf(walletCalls.list).length).toBeGreaterThan(asked);
  await expect.element(page.getByText(/^Charges and payments/)).not.toBeInTheDocument();
});

test("a member's panel shows what is due, and pauses reminders", async () => {
  const dues = makeDues('Diego Alvarez', {
    open: cents(250_00),
    late: cents(250_00),
    dueOn: addDays(today(), -12),
  });
  serveDues({ others: [dues] });
  answer(dueCalls.pause, ({ body }) => ({ ...dues, pausedUntil: body.until }));
  await open('/dues', asTreasurer);
  await press(page, 'Diego Alvarez');
  const panel = findPanel('Diego Alvarez');
  await expect.element(panel.getByText('12 days late').first()).toBeVisible();
  await expectAccessible(panel);
  await press(panel, 'Pause Reminders...');
  const pause = findDialog('Pause Reminders');
  await pause.getByLabelText('Until *').fill(addDays(today(), 91));
  await press(pause, 'Pause Reminders');
  await expect.element(pause.getByText(/^Choose a day until/)).toBeVisible();
  await pause.getByLabelText('Until *').fill(addDays(today(), 90));
  await pause.getByLabelText('Note').fill('Between jobs');
  await press(pause, 'Pause Reminders');
  await expect.element(pause).not.toBeInTheDocument();
  expect(requestsOf(dueCalls.pause).map(({ body }) => body)).toEqual([
    { until: addDays(today(), 90), note: 'Between jobs' },
  ]);
});

test('a charge of a year ago begins with its amounts', async () => {
  const before = makeCharge(
    ['Maya Chen', 'Diego Alvarez', 'Priya Raman'].map((name) =>
      makeItem(name, { amount: cents(name === 'Priya Raman' ? 100_00 : 200_00) }),
    ),
    { title: '2026 dues' },
  );
  // Nothing is proposed any more: another treasurer has just charged it.
  serveDues({ charges: [before] });
  await open(`/dues?dialog=new-charge&of=${before.id}`, asTreasurer);
  await expect.element(title).toHaveValue('2027 dues');
  await expect.element(amountOf('Priya Raman')).toHaveValue('100.00');
  await expect.element(chargeButton).toHaveTextContent('Charge 3 Members $500.00');
  answer(dueCalls.dropProposal, undefined);
  await press(dialog, 'Not This Year');
  await expectToast('2026 dues: not proposed any more');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requestsOf(dueCalls.dropProposal).map(({ params }) => params)).toEqual([
    { chargeId: before.id },
  ]);
});

test('a member sees what is theirs, and pays it', async () => {
  const item = makeItem('Maya Chen', {
    waived: cents(50_00),
    open: cents(200_00),
    dueOn: addDays(today(), -12),
    reason: 'Helped at the gala',
  });
  answer(instructionCalls.detail, {
    howToPay: 'By check',
    paymentLink: '',
    bankAccount: null,
    version: 1,
  });
  serveDues({ late: [['Maya Chen', 200_00, -12]], charges: [makeCharge([item])] });
  await open('/dues');
  const due = page.getByRole('region', { name: 'Due' });
  await expect.element(due.getByText('12 days late').first()).toBeVisible();
  await expect.element(page.getByText(/\$50\.00 waived · “Helped at the gala”/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
  await expectAccessible(page.getByRole('main'));
  expect(page.getByRole('button', { name: 'New Charge' }).elements()).toEqual([]);
  await press(due, 'Pay $200.00');
  const link = page.getByRole('link', { name: 'I Paid This...' });
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/^\/payments\?.*to=chapter.*amount=.*200\.00/));
});

test('a member with nothing due sees that', async () => {
  await open('/dues?dialog=new-charge');
  await expect.element(page.getByText('Nothing due.')).toBeVisible();
  await expect.element(page.getByText('No charges yet')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});
