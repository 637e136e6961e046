/** A mail server that is hostile or broken: each mail ends in its time, in a known word. */
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type HostileMailServer,
  repeat,
  startHostileMailServer,
  steps,
} from '#features/identity/server/testing/hostile-mail-server.ts';
import { checkMailServer, createMailer } from './mail.ts';

const mail = { id: 'one', to: 'ben@example.org', subject: 'Hello', text: 'Hello', html: 'Hello' };

async function openServer(acts: HostileMailServer['acts'] = {}, extensions: string[] = []) {
  const server = await startHostileMailServer();
  onTestFinished(() => server.close());
  return Object.assign(server, { acts, extensions });
}

type Limits = NonNullable<Parameters<typeof createMailer>[3]> & { url?: string };

async function send(
  { port }: HostileMailServer,
  { url = `smtp://127.0.0.1:${port}`, ...limits }: Limits = {},
) {
  return createMailer(url, 'hub@example.org', 'hub.example.org', limits).send(mail);
}

const unreachable = { ok: false, failure: 'unreachable', isFinal: false };
const putOff = { ok: false, failure: 'put-off', isFinal: false };

const ways: Record<string, { act: (socket: Socket) => void; outcome: object }> = {
  'says nothing': { act: () => {}, outcome: unreachable },
  'says a letter at a time': { act: (socket) => repeat(socket, 'x', 50), outcome: unreachable },
  'says a line at a time': {
    act: (socket) => repeat(socket, '250-x\r\n', 50),
    outcome: unreachable,
  },
  'says no end of it': {
    act: (socket) => repeat(socket, 'x'.repeat(64 * 1024), 5),
    outcome: unreachable,
  },
  'ends the connection': { act: (socket) => socket.destroy(), outcome: unreachable },
  'puts it off': { act: (socket) => socket.write('451 later\r\n'), outcome: putOff },
  'goes away': { act: (socket) => socket.end('421 closing\r\n'), outcome: putOff },
};

const slow = new Set(['says nothing', 'says a letter at a time', 'says a line at a time']);

describe.concurrent.each(steps)('at %s', (step) => {
  test.each(Object.entries(ways))('one that %s is given up', async (way, { act, outcome }) => {
    const server = await startHostileMailServer();
    try {
      server.acts = { [step]: act };
      const limits = { maxMilliseconds: 1_000, greetingTimeout: 800, socketTimeout: 800 };
      const begun = performance.now();
      const sent = await send(server, slow.has(way) ? limits : {});
      expect(sent).toEqual(outcome);
      expect(performance.now() - begun).toBeLessThan(15_000);
    } finally {
      await server.close();
    }
  });
});

describe.concurrent.each([
  ['greeting', 'unreachable'],
  ['EHLO', 'unreachable'],
  ['AUTH', 'unreachable'],
  ['QUIT', undefined],
] as const)('at %s', (step, failure) => {
  test.each(['x', '250-x\r\n'])('the check of one that drips %j ends in its time', async (text) => {
    const server = await openServer({}, ['AUTH PLAIN']);
    const ended = new Promise((resolve) => {
      server.acts = {
        [step]: (socket: Socket) => {
          socket.once('close', resolve);
          repeat(socket, text, 50);
        },
      };
    });
    const begun = performance.now();
    const url = `smtp://hub:secret-of-mail@127.0.0.1:${server.port}`;
    expect(await checkMailServer(url, 1_000)).toBe(failure);
    // Else its connection would keep the command from ending.
    await ended;
    expect(performance.now() - begun).toBeLessThan(15_000);
  });
});

test('an honest one takes the mail', async () => {
  const server = await openServer();
  expect(await send(server)).toEqual({ ok: true });
  expect(server.received.filter((line) => line.includes('Subject: Hello'))).toHaveLength(1);
});

test.each([
  ['greeting', false],
  ['EHLO', false],
  ['MAIL', true],
  ['RCPT', true],
  ['DATA', true],
  ['content', true],
] as const)('a refusal at %s is of the mail itself: %s', async (step, isFinal) => {
  const refuse = (socket: Socket) => socket.write('554 no ben@example.org here\r\n');
  const server = await openServer({ [step]: refuse });
  expect(await send(server)).toEqual({ ok: false, failure: 'refused', isFinal });
});

describe('one that begins in the clear', () => {
  const withPassword = ({ port }: HostileMailServer, host = '127.0.0.1') =>
    `smtp://hub:secret-of-mail@${host}:${port}`;
  const expectUnsaid = ({ received }: HostileMailServer) => {
    const conversation = received.join('\n');
    expect(conversation).toMatch(/^EHLO/);
    expect(conversation).not.toMatch(/AUTH|MAIL FROM|Subject/);
  };
  const untrusted = { ok: false, failure: 'not-trusted', isFinal: false };

  test.each([
    ['then refuses', (socket: Socket) => socket.write('454 not now\r\n')],
    ['then refuses for good', (socket: Socket) => socket.write('554 no\r\n')],
    [
      'then sends something else',
      (socket: Socket) => socket.write('220 go on\r\nno TLS at all\r\n'),
    ],
    ['then ends the connection', (socket: Socket) => socket.destroy()],
  ])('and offers TLS, %s, hears neither password nor mail', async (_how, act) => {
    const server = await openServer({ STARTTLS: act }, ['STARTTLS', 'AUTH PLAIN']);
    const sent = await send(server, { url: withPassword(server), greetingTimeout: 800 });
    expect(sent).toMatchObject({ ok: false, isFinal: false });
    expectUnsaid(server);
  });

  test('and elsewhere offers no TLS, as if somebody took the offer away, hears neither', async () => {
    const server = await openServer({ STARTTLS: (socket) => socket.write('502 what\r\n') }, [
      'AUTH PLAIN',
    ]);
    // A name that is not known as this machine's.
    const url = withPassword(server, '0.0.0.0');
    expect(await send(server, { url })).toEqual(untrusted);
    expectUnsaid(server);
    expect(await checkMailServer(url)).toBe('not-trusted');
    expectUnsaid(server);
    expect(await send(server, { url: `${url}?ignoreTLS=true` })).toEqual({ ok: true });
  });

  test('and is on this machine needs none', async () => {
    const server = await openServer({}, ['AUTH PLAIN']);
    expect(await send(server, { url: withPassword(server) })).toEqual({ ok: true });
  });
});
