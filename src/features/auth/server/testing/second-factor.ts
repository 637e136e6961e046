import { factorCalls } from '#features/auth/factor-contract.ts';
import { callApp, type TestHub } from '#server/testing/hub.ts';
import { codeOfStep } from '../totp.ts';
import { bytesOfBase32 } from './base32.ts';
import { type Browser, password } from './browser.ts';

export type TestApp = {
  /** The code of the set-up, which is used; of the 30 seconds after it with 1, before with -1. */
  code(steps?: number): string;
  recoveryCodes: string[];
};

/** Sets up a second factor for whom the browser is signed in as, confirmed by the code of now. */
export async function setUpSecondFactor(hub: TestHub, browser: Browser): Promise<TestApp> {
  const mine = await browser.bearer();
  const { secret } = (
    await callApp(hub.app, factorCalls.beginSecondFactor, mine, {
      body: { currentPassword: password },
    })
  ).value();
  const bytes = bytesOfBase32(secret);
  const setUpAt = Math.floor(Temporal.Now.instant().epochMilliseconds / 30_000);
  const code = (steps = 0) => codeOfStep(bytes, setUpAt + steps);
  const { recoveryCodes } = (
    await callApp(hub.app, factorCalls.confirmSecondFactor, mine, { body: { code: code() } })
  ).value();
  return { code, recoveryCodes };
}
