import { callApp, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '../../contract.ts';
import { factorCalls } from '../../factor-contract.ts';
import { generateCode } from '../factors/totp.ts';
import { decodeBase32 } from './base32.ts';
import { type Browser, join, openBrowser, password } from './browser.ts';

export type TestApp = {
  /**
   * The code used for the set-up; the one of the next time step with 1, of the previous with -1.
   */
  code(steps?: number): string;
  recoveryCodes: string[];
};

/** Sets up a second factor for the signed-in browser and confirms it with the current code. */
export async function setUpSecondFactor(hub: TestHub, browser: Browser): Promise<TestApp> {
  const mine = await browser.bearer();
  const { secret } = (
    await callApp(hub.app, factorCalls.beginSecondFactor, mine, {
      body: { currentPassword: password },
    })
  ).value();
  const bytes = decodeBase32(secret);
  const setUpAt = Math.floor(Temporal.Now.instant().epochMilliseconds / 30_000);
  const code = (steps = 0) => generateCode(bytes, setUpAt + steps);
  const { recoveryCodes } = (
    await callApp(hub.app, factorCalls.confirmSecondFactor, mine, { body: { code: code() } })
  ).value();
  return { code, recoveryCodes };
}

let count = 0;
/** Joins with a second factor; `elsewhere` is a browser that is not signed in. */
export async function joinWithSecondFactor(hub: TestHub) {
  count += 1;
  const email = `factor.${count}@example.org`;
  const chapter = await hub.chapter();
  const browser = await join(hub, chapter, email);
  const app = await setUpSecondFactor(hub, browser);
  return { email, chapter, browser, app, elsewhere: openBrowser(hub) };
}

export const firstStep = (browser: Browser, email: string) =>
  browser.call(authCalls.signIn, { email, password });
export const secondStep = (browser: Browser, code: string) =>
  browser.call(factorCalls.secondStep, { code });
export const isSignedIn = async (browser: Browser) =>
  (await browser.call(authCalls.session)).value().signedIn;
/** The status, followed by the refusal's code if refused. */
export const readOutcome = (reply: { status: number; refusal(): { code: string } }) =>
  reply.status < 400 ? reply.status : `${reply.status} ${reply.refusal().code}`;
