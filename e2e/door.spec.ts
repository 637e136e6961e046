import { expectAccessibleInBothThemes } from './axe.ts';
import { makeEvent, openEvents, send } from './events.ts';
import { expect, signInQuickly, test } from './journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, allowFailedRequests: true });

test('the door list checks people in on a phone, through a lost connection and a reload', async ({
  page,
  context,
  browser,
}) => {
  await openEvents(page, 'treasurer');
  const made = await makeEvent(page, { title: 'At the door', isOnNow: true });
  const rsvp = `/events/occurrences/${made.occurrenceId}/rsvp`;
  await send(page, 'PUT', rsvp, { answer: 'going', guests: 2 });
  await page.goto(`/events?event=${made.id}&eventCalendar=${made.calendarId}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Door List' }).tap();
  await expect(page).toHaveURL(new RegExp(`/door/${made.occurrenceId}$`));
  const counter = page.getByText(/^\d+ of \d+ here$/);
  await expect(counter).toHaveText('0 of 3 here');

  const going = page.getByRole('list', { name: 'Going' }).getByRole('listitem');
  const toggle = going.getByRole('button', { name: /^(Check in|Undo check-in of) / });
  await toggle.tap();
  await expect(counter).toHaveText('3 of 3 here');
  await expect(going).toContainText(/Here since .+ · noted by/);
  await going.getByRole('button', { name: /^Remove guest of/ }).tap();
  await expect(counter).toHaveText('2 of 3 here');
  await expect(page.getByText('Not sent yet')).toHaveCount(0);

  await context.setOffline(true);
  await page.getByRole('searchbox', { name: 'Search members...' }).fill('maya');
  await page.getByRole('button', { name: 'Check in Maya Chen' }).tap();
  await expect(page.getByText('1 check-in not sent yet.')).toBeVisible();
  await expect(counter).toHaveText('3 of 3 here');
  await page.route('**/attendance', (route) => route.abort('failed'));
  await context.setOffline(false);
  await page.reload();
  const walkIns = page.getByRole('list', { name: 'Walk-Ins' });
  await expect(walkIns).toContainText('Maya Chen');
  await expect(walkIns).toContainText('Not sent yet');
  await expectAccessibleInBothThemes(page, 'door list');
  await page.unroute('**/attendance');
  await expect(page.getByText('Not sent yet')).toHaveCount(0);
  await expect(walkIns).toContainText('Here since');

  // Another phone undoes it, and this one follows.
  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await signInQuickly(other, 'admin');
  await other.goto(`/door/${made.occurrenceId}`);
  await other.getByRole('button', { name: 'Undo check-in of Maya Chen' }).click();
  await expect(walkIns).toBeHidden();
  await expect(counter).toHaveText('2 of 3 here');
  await signInQuickly(other, 'member');
  await other.goto(`/door/${made.occurrenceId}`);
  await expect(other.getByText('This door list is not for you')).toBeVisible();
  await other.goto(`/events?event=${made.id}&eventCalendar=${made.calendarId}`);
  await expect(other.getByRole('dialog').getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Door List' })).toHaveCount(0);
  await otherContext.close();
});
