/** From a press to the next paint on the calendar, in a month with several events on every day. */
import type { Page } from '@playwright/test';
import type { Claim } from './claim.ts';
import { measurePresses, type Press } from './presses.ts';

const eventsPerDay = 4;
const daysWithEvents = 28;
const rounds = 5;

export async function measureCalendar(page: Page): Promise<Claim> {
  await addBusyMonth(page);
  const name = `calendar, ${eventsPerDay} events on every day`;
  return measurePresses(page, name, async (press) => {
    for (let round = 0; round < rounds; round += 1) await pressCalendar(page, press);
  });
}

const findBusyMonth = () => Temporal.Now.plainDateISO().add({ months: 1 }).with({ day: 1 });

export async function pressCalendar(page: Page, press: Press): Promise<void> {
  const month = findBusyMonth();
  const [shown, next] = [month, month.add({ months: 1 })].map((each) =>
    each.toPlainYearMonth().toString(),
  );
  const chip = page.getByRole('link', { name: /Busy evening/ }).first();
  const choose = (layout: string) =>
    page.locator('label', { hasText: new RegExp(`^${layout}$`) }).click();
  await page.goto(`/calendar?layout=month&month=${shown}`);
  await chip.waitFor();
  await press(
    'the next month',
    () => page.getByRole('button', { name: 'Next month' }).click(),
    () => page.waitForURL(new RegExp(`month=${next}`)),
  );
  await press(
    'the month before',
    () => page.getByRole('button', { name: 'Previous month' }).click(),
    () => chip.waitFor(),
  );
  await press(
    'opening an event',
    () => chip.click(),
    () => page.waitForURL(/event=/),
  );
  await page.goto(`/calendar?layout=month&month=${shown}&week=${month.toString()}`);
  await chip.waitFor();
  await press(
    'switching to the week',
    () => choose('Week'),
    () => page.getByRole('button', { name: 'Next week' }).waitFor(),
  );
  await press(
    'switching to the agenda',
    () => choose('Agenda'),
    () => page.waitForURL(/layout=agenda/),
  );
  await press(
    'switching to the month',
    () => choose('Month'),
    () => page.getByRole('gridcell').first().waitFor(),
  );
}

/** Adds the events with the session that the page has. */
export async function addBusyMonth(page: Page): Promise<void> {
  const month = findBusyMonth();
  const { token } = (await (await page.request.post('/api/auth/token')).json()) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}` };
  const listed = await page.request.get('/api/yearly-calendars', { headers });
  const { items } = (await listed.json()) as { items: { id: string; isMain: boolean }[] };
  const main = items.find(({ isMain }) => isMain);
  for (let n = 0; n < eventsPerDay * daysWithEvents; n += 1) {
    const day = month.add({ days: n % daysWithEvents }).toString();
    const data = {
      title: `Busy evening ${n}`,
      startDate: `${day}T18:00:00`,
      endDate: `${day}T19:00:00`,
    };
    const reply = await page.request.post(`/api/calendars/${main?.id}/events`, { headers, data });
    if (!reply.ok()) throw new Error(`creating an event returned ${reply.status()}`);
  }
}
