/** Sends one mail to the mail server and classifies the outcome. */
import type { Transporter } from 'nodemailer';
import type { MailFailure } from '#kit/mail.ts';
import { mailTried } from '../metrics/observations.ts';

export type Mail = {
  /** The same for every attempt, so that duplicates can be recognized. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Files that calendars update by; a single one as part of the mail, which they then take by themselves. */
  calendarFiles?: readonly CalendarFile[];
};

export type CalendarFile = {
  readonly name: string;
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
};

/** `isFinal`: retrying cannot succeed. */
type Sent = { ok: true } | { ok: false; failure: MailFailure; isFinal: boolean };

export type Mailer = { send(mail: Mail): Promise<Sent> };

/** In milliseconds; a silent server must not hold up other mails for long. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The domain of Message-IDs, from the address of the hub. */
export function readMailDomain(publicUrl: string | undefined): string {
  return URL.parse(publicUrl ?? '')?.hostname ?? 'localhost';
}

export function createMailer(
  smtpUrl: string,
  from: string,
  /** As `readMailDomain` gives it. */
  domain: string,
  timeouts: Partial<typeof patience> = {},
): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ id, calendarFiles = [], ...mail }) {
      transport ??= openTransport(smtpUrl, timeouts);
      try {
        await (await transport).sendMail({
          ...mail,
          ...attachCalendars(calendarFiles),
          from,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        mailTried.tell({ result: 'sent' });
        return { ok: true };
      } catch (error) {
        return { ok: false, ...classifyFailure(error) };
      }
    },
  };
}

/** Loaded only when it is needed. */
async function openTransport(
  smtpUrl: string,
  timeouts: Partial<typeof patience & { dnsTimeout: number }>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    ...patience,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
}

/** Connects and signs in without sending anything; resolves to what is wrong, if anything is. */
export async function checkMailServer(
  smtpUrl: string,
  maxMilliseconds = 5_000,
): Promise<MailFailure | undefined> {
  const transport = await openTransport(smtpUrl, {
    connectionTimeout: maxMilliseconds,
    greetingTimeout: maxMilliseconds,
    socketTimeout: maxMilliseconds,
    dnsTimeout: maxMilliseconds,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return classifyFailure(error).failure;
  } finally {
    transport.close();
  }
}

/** More than one cannot be part of the mail: calendars read only the first. */
function attachCalendars(files: readonly CalendarFile[]) {
  const [only, ...others] = files;
  if (only && others.length === 0) {
    const { name: filename, method, content } = only;
    return { icalEvent: { filename, method, content } };
  }
  return {
    attachments: files.map(({ name, method, content }) => ({
      filename: name,
      content,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
    })),
  };
}

/** The server's reply may quote the address, so only its kind is used. */
function classifyFailure(error: unknown): { failure: MailFailure; isFinal: boolean } {
  const { code, responseCode, message } = (error ?? {}) as Partial<
    Record<'code' | 'responseCode' | 'message', unknown>
  >;
  const status = typeof responseCode === 'number' ? responseCode : 0;
  if (code === 'EAUTH' || code === 'ENOAUTH') return { failure: 'sign-in', isFinal: false };
  if (status >= 500) return { failure: 'refused', isFinal: true };
  if (status >= 400) return { failure: 'put-off', isFinal: false };
  if (code === 'EENVELOPE') return { failure: 'refused', isFinal: true };
  if (code === 'ETLS' || /certificate|self.signed|tls|ssl/i.test(String(message))) {
    return { failure: 'not-trusted', isFinal: false };
  }
  return { failure: 'unreachable', isFinal: false };
}
