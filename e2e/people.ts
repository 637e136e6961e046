import type { Page } from '@playwright/test';
import { send } from './wallets.ts';

/** An invitation, by the admin that the page is signed in as, to somebody new unless an address is named; where its link leads. */
export async function inviteByApi(
  page: Page,
  email = `${crypto.randomUUID()}@example.org`,
): Promise<{ email: string; path: string }> {
  const invited = { email, role: 'member' };
  const { link } = await send<{ link: string }>(page, 'POST', '/invitations', invited);
  return { email, path: link.slice(link.indexOf('/join')) };
}
