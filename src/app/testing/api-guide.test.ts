/** The examples of the API guide, run as they stand against a real server. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';
import { startTestHub, type TestHub } from './hub.ts';

const guide = readFileSync(join(installationRoot, 'docs', 'api.md'), 'utf8');
const examples = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code).join('\n');

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
  await hub.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => hub?.close());

test('the examples of the API guide print what they say', async () => {
  const ann = await (await hub.chapter()).person('Ann Lee', 'treasurer');
  const address = hub.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { HUB: `http://127.0.0.1:${port}`, TOKEN: ann.token },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(examples);
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).toBe('');
  const expected = [...examples.matchAll(/ \/\/ prints (.*)$/gm)].map(([, line]) => line);
  expect(expected.length).toBeGreaterThanOrEqual(8);
  const prints = examples.match(/console\.log\(/g);
  expect(expected, 'each says what it prints').toHaveLength(prints?.length ?? 0);
  expect(printed.trimEnd().split('\n')).toEqual(expected);
});
