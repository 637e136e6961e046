/** A robot walks every screen as each role under each policy and presses everything on it. */
import { tier } from '#app/testing/amounts.ts';
import { chapterPolicies, roles } from '#kit/role.ts';
import { createIsolatedTest } from './isolated-hub.ts';
import { expect } from './journey.ts';
import { installPageControls } from './robot/page-controls.ts';
import { installPageRobot } from './robot/page-robot.ts';
import { kindsOfThings, makeThings } from './robot/things.ts';
import { walkScreens } from './robot/walk.ts';

const test = createIsolatedTest();
/**
 * What a member may do at least about what is their own. Settling charges everyone who shares an expense, which needs a
 * treasurer here, and the robot lets others share before it settles.
 */
const changes = [
  'POST /api/expenses',
  'PATCH /api/expenses/{id}',
  'DELETE /api/expenses/{id}',
  'POST /api/expenses/{id}/overrides',
  'DELETE /api/expenses/{id}/overrides/{id}',
  'POST /api/payments',
  'POST /api/payments/{id}/confirm',
  'POST /api/payments/{id}/withdraw',
  'POST /api/wallets/{id}/transactions',
  'PUT /api/wallets/{id}/transactions/{id}',
  'DELETE /api/wallets/{id}/transactions/{id}',
];

test.describe.configure({ mode: 'parallel' });
test.use({ allowFailedRequests: true });

/** `npm run soak` presses as everyone; otherwise only who may do least. */
const isWhole = tier === 'soak';
const people = [...roles, 'owner'] as const;
const walks = people.flatMap((role) => chapterPolicies.map((policy) => ({ role, policy })));
const leastRights = walks.filter(({ role, policy }) => role === 'member' && policy === 'treasurer');

for (const { role, policy } of isWhole ? walks : leastRights) {
  test(`everything the ${role} can press is allowed and does something, policy ${policy}`, async ({
    playwright,
    page,
    hub,
  }) => {
    test.setTimeout(900_000);
    const things = await makeThings(playwright.request, hub, role, policy);
    const { cookies } = await things.me.context.storageState();
    await page.context().addCookies(cookies);
    await page.addInitScript(installPageControls, isWhole ? [] : kindsOfThings);
    await page.addInitScript(installPageRobot);
    const walk = await walkScreens(page, `${role}, ${policy}`, things.parameters, isWhole);
    await things.close();
    expect(walk.failures).toEqual([]);
    // Otherwise it would have passed without trying anything. A whole walk may have deleted the people
    // or wallets for a call before it reaches its form, so only the short one knows its calls.
    if (!isWhole) expect(changes.filter((change) => !walk.done.has(change))).toEqual([]);
    else expect(walk.done.size).toBeGreaterThan(12);
  });
}
