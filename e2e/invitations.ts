import type { Page } from '@playwright/test';
import { send } from './wallets.ts';

/** Invites someone as the signed-in admin and returns the path of the link. */
export async function createInvitation(
  page: Page,
  email = `${crypto.randomUUID()}@example.org`,
): Promise<{ email: string; path: string }> {
  const invited = { email, role: 'member' };
  const { link } = await send<{ link: string }>(page, 'POST', '/invitations', invited);
  return { email, path: link.slice(link.indexOf('/join')) };
}
