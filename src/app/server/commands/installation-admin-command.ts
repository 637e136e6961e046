import {
  grantInstallationAdmin,
  hasInstallationAdmin,
  revokeInstallationAdmin,
} from '#features/chapters/server/installation-store.ts';
import { findAccount } from '#features/identity/server/shared/account-store.ts';
import { toInstant } from '#kit/day.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { withIdentity } from './with-identity.ts';

/** Grants or revokes installation admin rights; effective with the account's next request. */
export async function installationAdminCommand(
  config: Config,
  wish: { email: string; remove?: boolean },
): Promise<void> {
  await withIdentity(config, async ({ db }) => {
    const email = wish.email.trim().toLowerCase();
    const account = await findAccount(db, email);
    if (!account) throw new CommandError(`No account has the email address ${email}.`);
    if (wish.remove) {
      if (!(await revokeInstallationAdmin(db, account.id)))
        throw new CommandError(`${email} is not an installation admin.`);
      process.stdout.write(`${email} is no longer an installation admin\n`);
      if (!(await hasInstallationAdmin(db)))
        process.stderr.write(
          'No one is an installation admin now: nobody is emailed about faults, and only commands create chapters.\n',
        );
      return;
    }
    await grantInstallationAdmin(db, account.id, toInstant(Temporal.Now.instant()));
    process.stdout.write(`${email} is now an installation admin\n`);
  });
}
