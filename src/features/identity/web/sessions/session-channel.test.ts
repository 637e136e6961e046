import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Channel from './session-channel.ts';

let web: typeof Channel;
let channel: EventTarget;

beforeEach(async () => {
  vi.resetModules();
  channel = Object.assign(new EventTarget(), { postMessage: () => undefined });
  vi.stubGlobal('BroadcastChannel', function open() {
    return channel;
  });
  web = await import('./session-channel.ts');
});
afterEach(() => vi.unstubAllGlobals());

const dispatchFromOtherTab = (data: Channel.SessionNews) =>
  channel.dispatchEvent(new MessageEvent('message', { data }));

test('news from other tabs arrives until unsubscribing', () => {
  const listener = vi.fn();
  const stop = web.onSessionNews(listener);
  dispatchFromOtherTab('changed');
  stop();
  dispatchFromOtherTab('signed-out');
  expect(listener.mock.calls).toEqual([['changed']]);
});

test('news that arrives without listeners reaches the next listener once', () => {
  dispatchFromOtherTab('signed-out');
  const listener = vi.fn();
  web.onSessionNews(listener)();
  web.onSessionNews(listener);
  expect(listener.mock.calls).toEqual([['signed-out']]);
});

test('news from this tab replaces pending news', () => {
  dispatchFromOtherTab('signed-out');
  web.broadcast('changed');
  const listener = vi.fn();
  web.onSessionNews(listener);
  expect(listener).not.toHaveBeenCalled();
});
