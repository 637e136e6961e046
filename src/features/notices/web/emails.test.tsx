/** Turning emails off and on by a link in one of them. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { answer, refuse, unreachable } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { emailCalls } from '../contract.ts';

const token = 'a'.repeat(92);

test('a link in an email asks first, turns off its one kind, and on again', async () => {
  let isOn = true;
  const asked: boolean[] = [];
  const link = () => ({ mail: 'events' as const, isOn, chapterName: 'San Diego' });
  answer(emailCalls.look, link);
  answer(emailCalls.changeByLink, ({ body }) => {
    asked.push(body.isOn);
    isOn = body.isOn;
    return link();
  });
  await open(`/unsubscribe/${token}`);
  await expect
    .element(page.getByRole('heading', { name: 'Turn off emails about events?' }))
    .toBeVisible();
  expect(asked).toEqual([]);
  await expectAccessible(page.getByRole('main'));
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'Emails about events are off' }))
    .toBeVisible();
  await expect
    .element(page.getByText('You no longer get emails about events from the San Diego chapter.'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Turn On Again' }).click();
  await expect.element(page.getByRole('button', { name: 'Turn Off' })).toBeVisible();
  expect(asked).toEqual([false, true]);
});

test('a link that no longer works says where else to go', async () => {
  answer(emailCalls.look, refuse(404, 'link_unusable', 'This link no longer works'));
  await open(`/unsubscribe/${token}`);
  await expect
    .element(page.getByRole('heading', { name: 'This link no longer works' }))
    .toBeVisible();
  await expect
    .element(page.getByText('Sign in and choose in Settings which emails you want.'))
    .toBeVisible();
});

test('a link that could not be checked can be tried again', async () => {
  answer(emailCalls.look, unreachable);
  await open(`/unsubscribe/${token}`);
  await expect.element(page.getByText("Couldn't check the link.")).toBeVisible();
  answer(emailCalls.look, { mail: 'weekly', isOn: false, chapterName: 'San Diego' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'Weekly summaries are off' }))
    .toBeVisible();
});
