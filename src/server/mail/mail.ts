/** Sends one mail to the mail server and classifies the outcome. */
import { Socket } from 'node:net';
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
  replyTo?: string;
  /** Where a mail program posts to when its user wants no more of these. */
  unsubscribe?: string;
  /** Which the HTML shows. */
  pictures?: readonly MailPicture[];
  /** Files that calendars update by; a single one as part of the mail, which they then take by themselves. */
  calendarFiles?: readonly CalendarFile[];
};

export type MailPicture = {
  /** The HTML says `cid:` and this. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
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
/**
 * For a whole mail, in milliseconds: who sends a letter at a time is never silent. Well below the time after which
 * the queue takes a job for lost, which would send it again, and what was sent beside it.
 */
export const maxMailMilliseconds = 80_000;

/** The domain of Message-IDs, from the address of the hub. */
export function readMailDomain(publicUrl: string | undefined): string {
  return URL.parse(publicUrl ?? '')?.hostname ?? 'localhost';
}

type Limits = typeof patience & { maxMilliseconds: number };

export function createMailer(
  smtpUrl: string,
  from: string,
  /** As `readMailDomain` gives it. */
  domain: string,
  { maxMilliseconds = maxMailMilliseconds, ...timeouts }: Partial<Limits> = {},
): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ id, to, replyTo, unsubscribe, pictures = [], calendarFiles = [], ...content }) {
      transport ??= openTransport(smtpUrl, timeouts);
      try {
        await (await transport).sendMail({
          from,
          // As objects, so that an address is one address whatever is in it.
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          ...content,
          ...attachFiles(pictures, calendarFiles),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...offerUnsubscribing(unsubscribe) },
          signal: AbortSignal.timeout(maxMilliseconds),
        });
        mailTried.publish({ result: 'sent' });
        return { ok: true };
      } catch (error) {
        return { ok: false, ...classifyFailure(error) };
      }
    },
  };
}

/** For one press, without a page (RFC 8058). Not folded: a space would end the address. */
function offerUnsubscribing(url: string | undefined) {
  if (url === undefined) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Loaded only when it is needed. */
async function openTransport(
  smtpUrl: string,
  options: Partial<typeof patience & { dnsTimeout: number; socket: Socket }>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    requireTLS: mustEncrypt(new URL(smtpUrl)),
    ...patience,
    ...options,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
}

/**
 * Where a server begins in the clear, an attacker on the way could take its offer of TLS away, and read the password and
 * the links. Not asked of this machine's own, or where the operator says that there is none.
 */
function mustEncrypt({ protocol, hostname, searchParams }: URL): boolean {
  const isChosen = ['ignoreTLS', 'opportunisticTLS'].some(
    (name) => searchParams.get(name) === 'true',
  );
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'smtp:' && !isHere && !isChosen;
}

/** Connects and signs in without sending anything; resolves to what is wrong, if anything is. */
export async function checkMailServer(
  smtpUrl: string,
  maxMilliseconds = 5_000,
): Promise<MailFailure | undefined> {
  const signal = AbortSignal.timeout(maxMilliseconds);
  const transport = await openTransport(smtpUrl, {
    connectionTimeout: maxMilliseconds,
    dnsTimeout: maxMilliseconds,
    // `verify` takes no signal, and leaves its connection open until the other side ends it.
    socket: new Socket({ signal }),
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return signal.aborted ? 'unreachable' : classifyFailure(error).failure;
  } finally {
    transport.close();
  }
}

/** A single calendar file is part of the mail; more cannot be: calendars read only the first. */
function attachFiles(pictures: readonly MailPicture[], files: readonly CalendarFile[]) {
  const shown = pictures.map(({ id, name, type, content }) => ({
    cid: id,
    filename: name,
    contentType: type,
    contentDisposition: 'inline' as const,
    content,
  }));
  const [only, ...others] = files;
  if (only && others.length === 0) {
    const { name: filename, method, content } = only;
    return { icalEvent: { filename, method, content }, attachments: shown };
  }
  const attached = files.map(({ name, method, content }) => ({
    filename: name,
    content,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }));
  return { attachments: [...shown, ...attached] };
}

/** The server's reply may quote the address, so only its kind is used. */
function classifyFailure(error: unknown): { failure: MailFailure; isFinal: boolean } {
  const { code, responseCode, message } = (error ?? {}) as Partial<
    Record<'code' | 'responseCode' | 'message', unknown>
  >;
  const status = typeof responseCode === 'number' ? responseCode : 0;
  if (code === 'EAUTH' || code === 'ENOAUTH') return { failure: 'sign-in', isFinal: false };
  if (code === 'ETLS') return { failure: 'not-trusted', isFinal: false };
  // A server that refuses before it knows the mail refuses this server, and perhaps for a while only.
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (status >= 500) return { failure: 'refused', isFinal: isOfMail };
  if (status >= 400) return { failure: 'put-off', isFinal: false };
  if (code === 'EENVELOPE') return { failure: 'refused', isFinal: true };
  if (/certificate|self.signed|tls|ssl/i.test(String(message))) {
    return { failure: 'not-trusted', isFinal: false };
  }
  return { failure: 'unreachable', isFinal: false };
}
