/** Mails the installation's admins about what only they can mend. */
import { sql } from 'kysely';
import { type StorageTrouble, storageAdvice } from '#server/checks/storage.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import type { Mailer } from '#server/mail/mail.ts';

const subjects: Record<StorageTrouble, string> = {
  storage_full: 'Chapter Hub has run out of space',
  storage_damaged: 'Chapter Hub found damaged data',
  read_only: 'Chapter Hub can only read',
};

const quietMilliseconds = 6 * 3_600_000;

type MailOptions = {
  readonly db: Db;
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;
  readonly log: Log;
  /** For tests; made from the settings otherwise. */
  readonly mailer?: Mailer;
};

export type MailAdmins = (subject: string, paragraphs: readonly string[]) => Promise<void>;

/**
 * Mails all installation admins. Sent at once and not queued, because a full or read-only database takes
 * no job. What fails is logged.
 */
export function createAdminMails({ db, config, log, mailer }: MailOptions): MailAdmins {
  return async (subject, paragraphs) => {
    const { smtpUrl, mailFrom, publicUrl } = config;
    if (smtpUrl === undefined && mailer === undefined) return;
    try {
      const [{ composeMail }, { createMailer, readMailDomain }] = await Promise.all([
        import('#server/mail/mail-content.ts'),
        import('#server/mail/mail.ts'),
      ]);
      const at = mailer ?? createMailer(smtpUrl ?? '', mailFrom, readMailDomain(publicUrl));
      const content = composeMail(subject, { chapter: null, publicUrl }, paragraphs);
      for (const to of await listAdminEmails(db)) {
        const sent = await at.send({ id: newId(), to, ...content });
        if (!sent.ok) log.warn({ failure: sent.failure }, 'An admin could not be alerted');
      }
    } catch (error) {
      log.warn({ err: error }, 'The admins could not be alerted');
    }
  };
}

/** At most one mail of a kind in six hours from this server. */
export function createAdminAlert(options: MailOptions): (trouble: StorageTrouble) => Promise<void> {
  const mailAdmins = createAdminMails(options);
  const sentAt = new Map<StorageTrouble, number>();
  return async (trouble) => {
    if (performance.now() - (sentAt.get(trouble) ?? -Infinity) < quietMilliseconds) return;
    sentAt.set(trouble, performance.now());
    await mailAdmins(subjects[trouble], [
      `${storageAdvice[trouble]}.`,
      'The server says more in its log. This email is sent at most once in six hours.',
    ]);
  };
}

async function listAdminEmails(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select a.email from hub.installation_admin i join auth.account a on a.id = i.account_id
    order by a.email
  `.execute(db);
  return rows.map(({ email }) => email);
}
