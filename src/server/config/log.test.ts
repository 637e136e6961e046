import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const log = fileURLToPath(new URL('log.ts', import.meta.url));

test('lines are written in order and completely before the process ends', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(log)};
    const log = createLog('warn');
    let line = 0;
    for (let round = 0; round < 50; round += 1) {
      log.error({ line: (line += 1) }, 'what led to it');
      log.error({ line: (line += 1) }, 'what led to it');
      log.fatal({ line: (line += 1) }, 'what it comes to');
      await new Promise(setImmediate);
    }
    log.error({ line: (line += 1) }, 'the last words');
    process.exit(0);
  `;
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', program]);
  const said = stderr.trim().split('\n');
  expect(said.map((line) => JSON.parse(line).line)).toEqual(
    Array.from({ length: 151 }, (_, at) => at + 1),
  );
  expect(stdout).toBe('');
});
