import { createResetLink } from '#features/identity/server/accounts/password-reset.ts';
import { toInstant } from '#kit/day.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import { withIdentity } from './with-identity.ts';

/** Prints a reset link for someone who forgot their password, if the server sends no mail. */
export async function resetPasswordCommand(config: Config, email: string): Promise<void> {
  await withIdentity(config, async (services) => {
    const by = { now: toInstant(Temporal.Now.instant()), newId };
    const link = await createResetLink(services, email.trim().toLowerCase(), by);
    if (!link.ok) throw new CommandError(link.refusal.message);
    process.stdout.write(`${link.value}\n`);
  });
}
