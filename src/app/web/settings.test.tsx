/** The settings, whose tabs and cards the features declare. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { factorCalls } from '#features/identity/factor-contract.ts';
import { oidcCalls } from '#features/identity/oidc-contract.ts';
import { ownAccountCalls } from '#features/identity/own-account-contract.ts';
import { emailCalls } from '#features/notices/contract.ts';
import { answer, fail } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';

const tabs = page.getByRole('navigation', { name: 'Settings' });
const listTexts = (shown: { elements: () => Element[] }) =>
  shown
    .elements()
    .map(({ textContent }) => textContent)
    .join();

test("an admin's pages are tabs, in the order of the features", async () => {
  answer(emailCalls.detail, fail(500));
  answer(factorCalls.passkeys, fail(500));
  answer(factorCalls.secondFactor, fail(500));
  answer(oidcCalls.connection, fail(500));
  answer(ownAccountCalls.sessions, fail(500));
  await open('/settings', { as: 'admin' });
  await expect
    .poll(() => listTexts(tabs.getByRole('link')))
    .toBe('You,Chapter,Payments,Events,Audit Log');
  await expect
    .element(tabs.getByRole('link', { name: 'You' }))
    .toHaveAttribute('aria-current', 'page');
  const personal = page.getByRole('region', { name: 'Personal' });
  await expect
    .poll(() => listTexts(personal.getByRole('heading')))
    .toBe('Personal,Your Profile,Theme,Emails,Your Data');
});

test('members have no tabs', async () => {
  await open('/settings/events');
  await expect.element(page.getByText('Only admins can change chapter settings')).toBeVisible();
  await expect.element(tabs).not.toBeInTheDocument();
});
