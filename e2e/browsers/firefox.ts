/** Stock Firefox, driven by WebDriver BiDi: JSON over a WebSocket that the browser opens. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, type Tab, viewport } from './driver.ts';

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;

export async function startFirefox(binary: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'chapter-hub-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    // Its child processes end a moment later and may still write.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    let address: string | undefined;
    for await (const line of createInterface({ input: child.stderr })) {
      address = LISTENING.exec(line)?.[1];
      if (address) break;
    }
    child.stderr.resume();
    if (!address) throw new Error('Firefox ended before it accepted connections');
    const connection = await connect(`${address}/session`);
    const { capabilities } = await connection.send<{
      capabilities: { browserName: string; browserVersion: string };
    }>('session.new', { capabilities: {} });
    await connection.send('session.subscribe', { events: ['log.entryAdded'] });
    const { browserVersion } = capabilities;
    return { name: `Firefox ${browserVersion}`, openTab: () => openTab(connection), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTab(connection: Connection): Promise<Tab> {
  const { userContext } = await connection.send<{ userContext: string }>(
    'browser.createUserContext',
    {},
  );
  const { context } = await connection.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  });
  await connection.send('browsingContext.setViewport', { context, viewport });
  const consoleErrors: string[] = [];
  let currentRealm: string | undefined;
  let previousRealm: string | undefined;
  const stop = connection.listen((event) => {
    if (event.method !== 'log.entryAdded') return;
    const { level, text, source } = event.params;
    if (source.context !== context || (level !== 'error' && level !== 'warn')) return;
    // Leaving a page aborts its pending requests, which browsers log as errors.
    if (source.realm === previousRealm) return;
    consoleErrors.push(`${level}: ${text}`);
  });
  return {
    navigate: async (url) => {
      previousRealm = currentRealm;
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: async (inPage, argument) => {
      const { realm, result, exceptionDetails } = await connection.send<Evaluated>(
        'script.callFunction',
        {
          functionDeclaration: `async (text) => JSON.stringify(await (${inPage.toString()})(JSON.parse(text)))`,
          arguments: [{ type: 'string', value: JSON.stringify(argument) }],
          target: { context },
          awaitPromise: true,
        },
      );
      currentRealm = realm;
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value === undefined ? undefined : JSON.parse(result.value);
    },
    perform: async (actions) => {
      await connection.send('input.performActions', { context, actions });
    },
    consoleErrors: async () => consoleErrors,
    screenshot: async () => {
      const { data } = await connection.send<{ data: string }>(
        'browsingContext.captureScreenshot',
        {
          context,
        },
      );
      return Buffer.from(data, 'base64');
    },
    close: async () => {
      stop();
      await connection.send('browser.removeUserContext', { userContext });
    },
  };
}

type Evaluated = {
  realm: string;
  result?: { value?: string };
  exceptionDetails?: { text: string };
};

type Reply = { id: number; result?: unknown; error?: string; message?: string };
type LogEvent = {
  method: string;
  params: { level: string; text: string; source: { realm: string; context?: string } };
};

type Connection = {
  send<Result>(method: string, params: object): Promise<Result>;
  /** Returns a function that stops listening. */
  listen(listener: (event: LogEvent) => void): () => void;
};

async function connect(url: string): Promise<Connection> {
  const socket = new WebSocket(url);
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Set<(event: LogEvent) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Reply | LogEvent;
    if (!('id' in message)) {
      for (const listener of listeners) listener(message);
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.error) call?.reject(new Error(`${message.error}: ${message.message}`));
    else call?.resolve(message.result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection'));
  });
  await once(socket, 'open');
  let count = 0;
  return {
    send: (method, params) => {
      count += 1;
      const id = count;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve: (value) => resolve(value as never), reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
