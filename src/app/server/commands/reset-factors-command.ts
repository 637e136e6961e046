import { resetFactors } from '#features/identity/server/factors/reset-factors.ts';
import { toInstant } from '#kit/day.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import { withIdentity } from './with-identity.ts';

/** Helps someone who lost their phone and recovery codes: the password alone signs in again. */
export async function resetFactorsCommand(config: Config, email: string): Promise<void> {
  await withIdentity(config, async (services) => {
    const address = email.trim().toLowerCase();
    const now = toInstant(Temporal.Now.instant());
    const reset = await resetFactors(services, address, { now, newId });
    if (!reset.ok) throw new CommandError(reset.refusal.message);
    const { hadSecondFactor, passkeys, issuers, sessions } = reset.value;
    process.stdout.write(
      `${address}: authenticator app ${hadSecondFactor ? 'removed' : 'was not set up'}, passkeys removed: ${passkeys}, connections removed: ${issuers.length}, sessions ended: ${sessions}\n`,
    );
  });
}
