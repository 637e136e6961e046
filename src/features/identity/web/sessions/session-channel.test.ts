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

const anotherTabSays = (data: Channel.SessionNews) =>
  channel.dispatchEvent(new MessageEvent('message', { data }));

test('what the other tabs say is heard until one stops listening', () => {
  const heard = vi.fn();
  const stop = web.onNews(heard);
  anotherTabSays('changed');
  stop();
  anotherTabSays('signed-out');
  expect(heard.mock.calls).toEqual([['changed']]);
});

test('what they said while nobody listened is heard once by who comes next', () => {
  anotherTabSays('signed-out');
  const heard = vi.fn();
  web.onNews(heard)();
  web.onNews(heard);
  expect(heard.mock.calls).toEqual([['signed-out']]);
});

test('what happened here since then is newer', () => {
  anotherTabSays('signed-out');
  web.announce('changed');
  const heard = vi.fn();
  web.onNews(heard);
  expect(heard).not.toHaveBeenCalled();
});
