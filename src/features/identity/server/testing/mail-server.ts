/** A real SMTP server that accepts mail, or fails as the test asks. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode } from 'libqp';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  readonly to: string;
  readonly subject: string;
  /** Empty if there is none. */
  readonly replyTo: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  /** The first link in the text. */
  readonly link: string;
  /** Calendar files, each with the method that its header names. */
  readonly calendars: readonly { readonly method: string; readonly content: string }[];
  /** As received. */
  readonly raw: string;
};

export type MailServer = {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** How it handles the next mails; accepts them by default. */
  behavior: { refusesWith?: number; milliseconds?: number };
  /** Waits for the mail to an address that follows `known` earlier ones. */
  mailTo(address: string, known?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
};

export async function startMailServer({
  port = 0,
  isSecure = false,
  ...options
}: { port?: number; isSecure?: boolean } & SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    secure: isSecure,
    ...(isSecure ? {} : { disabledCommands: ['STARTTLS'] }),
    closeTimeout: 500,
    onRcptTo: (_address, _session, done) => {
      const { refusesWith } = made.behavior;
      if (refusesWith === undefined) return done();
      done(Object.assign(new Error('No such person'), { responseCode: refusesWith }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        mails.push(readMail(to, Buffer.concat(chunks).toString('latin1')));
        setTimeout(done, made.behavior.milliseconds ?? 0);
      });
    },
    ...options,
  });
  // A client that disconnects early does not fail the tests.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  const made: MailServer = {
    url: `${isSecure ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    mails,
    behavior: {},
    mailTo: async (address, known = 0) => {
      for (let waited = 0; waited < 40_000; waited += 50) {
        const mail = mails.filter(({ to }) => to === address)[known];
        if (mail) return mail;
        await sleep(50);
      }
      throw new Error(`no mail to ${address}`);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return made;
}

function readMail(to: string, raw: string): ReceivedMail {
  const [head = ''] = raw.split('\r\n\r\n');
  const parts = listParts(raw);
  const find = (type: string) =>
    parts.find((each) => each.type.startsWith(type))?.content.replaceAll('\r\n', '\n') ?? '';
  const text = find('text/plain');
  return {
    to,
    subject: words(findHeader(head, 'Subject')),
    replyTo: findHeader(head, 'Reply-To'),
    messageId: findHeader(head, 'Message-ID'),
    text,
    html: find('text/html'),
    link: /https?:\S+/.exec(text)?.[0] ?? '',
    calendars: parts.flatMap(({ type, content }) => {
      const method = /^text\/calendar;.*method=(\w+)/i.exec(type)?.[1];
      return method === undefined ? [] : [{ method, content }];
    }),
    raw,
  };
}

/** The parts of a message that are no multiparts themselves. */
function listParts(part: string): { type: string; content: string }[] {
  const [head = '', ...rest] = part.trimStart().split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const type = findHeader(head, 'Content-Type');
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1];
  if (boundary === undefined) return [{ type, content: decoded(head, body) }];
  return body.split(`--${boundary}`).slice(1, -1).flatMap(listParts);
}

function findHeader(head: string, name: string): string {
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
}

const unquoted = (text: string) => decode(text).toString();

function decoded(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return Buffer.from(body, 'latin1').toString();
  return unquoted(body);
}

/** Encoded words of a header (RFC 2047). */
function words(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : unquoted(text.replaceAll('_', ' ')),
    );
}
