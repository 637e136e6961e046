/** WebKitGTK, driven by WebDriver: one HTTP request per command to a program that starts the browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { startConsoleProxy } from './console-proxy.ts';
import { type Browser, type Tab, viewport } from './driver.ts';

export type WebKitPrograms = { driver: string; browser: string; display: string };

const START_LIMIT_MILLISECONDS = 60_000;

type Driver = { child: ChildProcess; send: Send };

export async function startWebKit(programs: WebKitPrograms): Promise<Browser> {
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children.toReversed()) await end(child);
  };
  try {
    const { screen, display } = startDisplay(programs.display);
    children.push(screen);
    // Without a GPU, compositing a frame takes ten times as long as painting it.
    const env = { ...process.env, DISPLAY: await display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
    let driver = await startDriver(programs.driver, env, children);
    const open = async () => {
      try {
        return await openTab(driver.send, programs.browser);
      } catch (error) {
        // Rarely the browser never connects to its driver. No page of the hub
        // has been opened by then, so that starting both again hides nothing that is tested.
        if (!(error instanceof NotStartedError)) throw error;
        process.stderr.write(`${error.message} Starting it again.\n`);
        driver.child.kill('SIGKILL');
        driver = await startDriver(programs.driver, env, children);
        return openTab(driver.send, programs.browser);
      }
    };
    const first = await open();
    const { name } = first;
    await first.close();
    return { name, openTab: open, close };
  } catch (error) {
    await close();
    throw error;
  }
}

class NotStartedError extends Error {
  override name = 'NotStartedError';
}

/** Adds the driver's process to `children`. */
async function startDriver(
  program: string,
  env: NodeJS.ProcessEnv,
  children: ChildProcess[],
): Promise<Driver> {
  const port = await findFreePort();
  const child = spawn(program, [`--port=${port}`], { env, stdio: 'ignore' });
  children.push(child);
  const send = createSender(`http://127.0.0.1:${port}`);
  await waitUntilReady(send, child);
  return { child, send };
}

/**
 * Opens a session: a separate browser with an empty profile. Throws `NotStartedError` if the browser
 * has not started after a minute.
 */
async function openTab(send: Send, binary: string): Promise<Tab & { name: string }> {
  const proxy = await startConsoleProxy();
  const signal = AbortSignal.timeout(START_LIMIT_MILLISECONDS);
  const requested = {
    alwaysMatch: {
      proxy: { proxyType: 'manual', httpProxy: proxy.host },
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    },
  };
  type Started = { sessionId: string; capabilities: { browserVersion: string } };
  const { sessionId, capabilities } = await send<Started>(
    'POST',
    '/session',
    { capabilities: requested },
    signal,
  ).catch(async (error) => {
    await proxy.close();
    throw signal.aborted ? new NotStartedError('WebKitGTK did not start in a minute.') : error;
  });
  const session = `/session/${sessionId}`;
  const evaluate: Tab['evaluate'] = async (inPage, argument) => {
    const script = `const [text, done] = arguments;
      (async () => (${inPage.toString()})(JSON.parse(text)))()
        .then((value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }));`;
    const args = [JSON.stringify(argument)];
    const { value, error } = await send<{ value?: string; error?: string }>(
      'POST',
      `${session}/execute/async`,
      { script, args },
    );
    if (error !== undefined) throw new Error(error);
    return value === undefined ? undefined : JSON.parse(value);
  };
  // The window's frame takes part of the requested size.
  await send('POST', `${session}/window/rect`, viewport);
  const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }), null);
  await send('POST', `${session}/window/rect`, {
    width: 2 * viewport.width - inner.width,
    height: 2 * viewport.height - inner.height,
  });
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    navigate: (url) => send('POST', `${session}/url`, { url }),
    evaluate,
    perform: (actions) => send('POST', `${session}/actions`, { actions }),
    consoleErrors: async () => proxy.consoleErrors,
    screenshot: async () =>
      Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
    close: async () => {
      await send('DELETE', session);
      await proxy.close();
    },
  };
}

type Send = <Result>(
  method: string,
  path: string,
  body?: object,
  signal?: AbortSignal,
) => Promise<Result>;

function createSender(address: string): Send {
  return async (method, path, body, signal) => {
    const reply = await fetch(address + path, {
      method,
      ...(signal && { signal }),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { value: { error: string; message: string } };
    if (!reply.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value as never;
  };
}

/** Starts a virtual display, because this browser has no headless mode. */
function startDisplay(program: string): { screen: ChildProcess; display: Promise<string> } {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = screen.stdio[3];
  if (!number) throw new Error('Xvfb has no pipe for its display number');
  const display = Promise.race([
    once(number, 'data').then(([text]) => `:${String(text).trim()}`),
    once(screen, 'exit').then(() => {
      throw new Error('Xvfb ended before it reported its display number');
    }),
  ]);
  return { screen, display };
}

async function waitUntilReady(send: Send, driver: ChildProcess): Promise<void> {
  const timeout = AbortSignal.timeout(START_LIMIT_MILLISECONDS);
  while (driver.exitCode === null) {
    timeout.throwIfAborted();
    const status = await send<{ ready: boolean }>('GET', '/status').catch(() => undefined);
    if (status?.ready) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('WebKitWebDriver ended before it was ready');
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
