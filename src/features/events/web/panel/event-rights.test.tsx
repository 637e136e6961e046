/** Where only who created an event, and admins, may change it, screens offer it to nobody else. */
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Role } from '#kit/role.ts';
import { expectToast, findPanel } from '#web/testing/controls.ts';
import { getAddress, leave, open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import type { EventDetail } from '../../event.ts';
import { addressOf, makeEvent, serveCalendar } from '../testing/calendar-samples.ts';

// High enough for the events of each day.
beforeEach(() => page.viewport(1280, 900));

const rules = { eventPolicy: 'creator' } as const;
const reason = "Only this event's creator and admins can change it";
const link = (title: string) => page.getByRole('grid').getByRole('link', { name: title });

function serve(): { own: EventDetail; theirs: EventDetail } {
  const own = makeEvent('Own Dinner', '2034-03-08');
  const createdByUserId = memberId('Tom Becker');
  const theirs = makeEvent('Their Gala', '2034-03-15', {
    createdByUserId,
    endDate: '2034-03-16T19:00',
  });
  serveCalendar(own, theirs);
  return { own, theirs };
}

async function show(event: EventDetail, as: Role = 'member') {
  await open(addressOf(event), { as, rules });
  const panel = findPanel(event.title);
  await expect.element(panel).toBeVisible();
  await expect.element(panel.getByRole('heading', { name: 'Files' })).toBeVisible();
  return panel;
}

describe('the panel', () => {
  test('offers changes and files to who created the event, and to admins', async () => {
    for (const [who, as] of [
      ['own', 'member'],
      ['theirs', 'admin'],
    ] as const) {
      const panel = await show(serve()[who], as);
      for (const name of ['Edit', 'Delete', 'Add Files']) {
        await expect.element(panel.getByRole('button', { name, exact: true })).toBeVisible();
      }
      expect(panel.element().textContent).not.toContain(reason);
      leave();
    }
  });

  test('offers nobody else more than an RSVP, and says why', async () => {
    for (const as of ['member', 'treasurer'] as const) {
      const panel = await show(serve().theirs, as);
      await expect.element(panel).toMatchTextContent(reason);
      await expect.element(panel.getByRole('button', { name: 'Going', exact: true })).toBeVisible();
      await expect.element(panel).toMatchTextContent('No files');
      for (const name of ['Edit', 'Delete', 'Add Files']) {
        expect(panel.getByRole('button', { name, exact: true }).elements()).toEqual([]);
      }
      leave();
    }
  });
});

test.each(['edit', 'delete'])('an address that asks to %s it explains why not', async (dialog) => {
  const { theirs } = serve();
  await open(addressOf(theirs, `&dialog=${dialog}`), { rules });
  await expectToast(reason);
  await expect.poll(getAddress).not.toContain('dialog=');
  expect(page.getByRole('dialog', { name: 'Edit Event' }).elements()).toEqual([]);
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
});

describe('the calendar', () => {
  const moving = page.getByText(/^Moving /);

  test.each(['month', 'week'])(
    'in a %s, only what one may change can be picked up',
    async (layout) => {
      const week = { own: '2034-03-05', theirs: '2034-03-12' } as const;
      for (const [who, canMove] of [
        ['own', true],
        ['theirs', false],
      ] as const) {
        const { title } = serve()[who];
        await open(`/calendar?layout=${layout}&month=2034-03&week=${week[who]}`, { rules });
        await expect.element(link(title)).toBeVisible();
        (link(title).element() as HTMLElement).focus();
        await userEvent.keyboard(' ');
        if (canMove) await expect.element(moving).toBeVisible();
        else expect(moving.elements()).toEqual([]);
        const edges = document.querySelectorAll('[data-occurrence] [data-resize]');
        // In a month only several days have an edge.
        if (layout === 'week') expect(edges.length > 0).toBe(canMove);
        if (!canMove) expect(edges.length).toBe(0);
        leave();
      }
    },
  );

  test('only admins are offered to rename a calendar', async () => {
    const item = page.getByRole('menuitem', { name: /^Edit / });
    for (const [as, count] of [
      ['admin', 1],
      ['member', 0],
    ] as const) {
      serve();
      await open('/calendar', { as, rules });
      await page.getByRole('button', { name: 'Calendars', exact: true }).click();
      await expect.element(page.getByRole('menuitem', { name: 'New Calendar' })).toBeVisible();
      expect(item.elements()).toHaveLength(count);
      leave();
    }
  });
});
