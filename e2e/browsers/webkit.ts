/** WebKitGTK, driven by Selenium through the WebDriver program that comes with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { Builder, Key, type WebDriver } from 'selenium-webdriver';
import type * as remote from 'selenium-webdriver/remote';
import { startConsoleProxy } from './console-proxy.ts';
import { type Browser, type Tab, viewport } from './driver.ts';

// Node cannot import a folder of a package.
const { DriverService } = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
) as typeof remote;

export type WebKitPrograms = { driver: string; browser: string; display: string };

const START_LIMIT_MILLISECONDS = 60_000;

export async function startWebKit(programs: WebKitPrograms): Promise<Browser> {
  const { screen, display } = startDisplay(programs.display);
  // Without a GPU, compositing a frame takes ten times as long as painting it.
  const env = { ...process.env, DISPLAY: await display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  return {
    openTab: () => openTab(programs, env),
    close: async () => void screen.kill(),
  };
}

/** Opens a separate browser with an empty profile. */
async function openTab(programs: WebKitPrograms, env: NodeJS.ProcessEnv): Promise<Tab> {
  const proxy = await startConsoleProxy();
  const { driver, stop } = await startBrowser(programs, env, proxy.host);
  const evaluate: Tab['evaluate'] = (inPage, argument) => driver.executeScript(inPage, argument);
  // The window's frame takes part of the requested size.
  const { width, height } = viewport;
  const window = driver.manage().window();
  await window.setRect({ width, height });
  const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }), null);
  await window.setRect({ width: 2 * width - inner.width, height: 2 * height - inner.height });
  return {
    navigate: (url) => driver.get(url),
    evaluate,
    click: ({ x, y }) => driver.actions().move({ x, y, duration: 0 }).click().perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    pressEscape: () => driver.actions().sendKeys(Key.ESCAPE).perform(),
    consoleErrors: proxy.consoleErrors,
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit();
      await stop();
      await proxy.close();
    },
  };
}

type Started = { driver: WebDriver; stop(): Promise<void> };

async function startBrowser(
  programs: WebKitPrograms,
  env: NodeJS.ProcessEnv,
  httpProxy: string,
): Promise<Started> {
  const service = new DriverService.Builder(programs.driver)
    .setLoopback(true)
    .setEnvironment(env as Record<string, string>)
    .build();
  const starting = new Builder()
    // A server that is given keeps Selenium from looking for, and downloading, a driver of its own.
    .usingServer(await service.start(START_LIMIT_MILLISECONDS))
    .withCapabilities({
      browserName: 'MiniBrowser',
      proxy: { proxyType: 'manual', httpProxy },
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
    })
    .build();
  const driver = await Promise.race([
    starting,
    setTimeout(START_LIMIT_MILLISECONDS, undefined, { ref: false }),
  ]);
  const stop = () => service.kill();
  if (driver) return { driver, stop };
  // Rarely the browser never connects to its driver. No page of the hub
  // has been opened by then, so that starting both again hides nothing that is tested.
  process.stderr.write('WebKitGTK did not start in a minute. Starting it again.\n');
  await stop();
  return startBrowser(programs, env, httpProxy);
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
