/** A browser for identity's tests: keeps the session cookie and requests tokens. */
import type * as z from 'zod/mini';
import { callApp, type TestChapter, type TestHub, type TestReply } from '#app/testing/hub.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import type { Role } from '#kit/role.ts';
import { authCalls } from '../../contract.ts';

export const password = 'correct horse battery';

export type Browser = {
  /** The value of its `Cookie` header. */
  cookie: string | undefined;
  call<E extends Endpoint>(
    endpoint: E,
    body?: z.output<E['body']>,
  ): Promise<TestReply<z.output<E['reply']>>>;
  /** The Authorization header of a new bearer token. */
  bearer(): Promise<{ authorization: string }>;
};

export function openBrowser(hub: TestHub): Browser {
  const browser: Browser = {
    cookie: undefined,
    async call(endpoint, body) {
      const headers: Record<string, string> = browser.cookie ? { cookie: browser.cookie } : {};
      const reply = await callApp(hub.app, endpoint, headers, body === undefined ? {} : { body });
      for (const set of reply.headers['set-cookie'] ?? []) {
        browser.cookie = withCookie(browser.cookie, set.split(';')[0] ?? '');
      }
      return reply;
    },
    async bearer() {
      const { token } = (await browser.call(authCalls.token)).value();
      return { authorization: `Bearer ${token}` };
    },
  };
  return browser;
}

/** An empty cookie deletes the earlier one. */
function withCookie(current: string | undefined, pair: string): string | undefined {
  const name = pair.slice(0, pair.indexOf('=') + 1);
  const others = current?.split('; ').filter((one) => !one.startsWith(name)) ?? [];
  return [...others, ...(pair === name ? [] : [pair])].join('; ') || undefined;
}

/** Invites by an admin of the chapter and returns the token. */
export async function inviteTo(
  chapter: TestChapter,
  email: string,
  role: Role = 'member',
): Promise<string> {
  const admin = await chapter.person('Ada Admin', 'admin');
  const sent = (await admin.call(invitationCalls.invite, { body: { email, role } })).value();
  return readToken(sent.link);
}

export function readToken(link: string | null | undefined): string {
  const token = link?.split('#')[1];
  if (!token) throw new Error(`no token in ${link}`);
  return token;
}

/** Joins by invitation and returns the signed-in browser. */
export async function join(
  hub: TestHub,
  chapter: TestChapter,
  email: string,
  role: Role = 'member',
): Promise<Browser> {
  const token = await inviteTo(chapter, email, role);
  const browser = openBrowser(hub);
  const [firstName = 'Max'] = email.split('@');
  const body = { token, password, firstName, lastName: 'Muster' };
  (await browser.call(joiningCalls.acceptInvitation, body)).value();
  return browser;
}
