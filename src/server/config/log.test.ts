import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

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
  const lines = stderr.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).line)).toEqual(
    Array.from({ length: 151 }, (_, at) => at + 1),
  );
  expect(stdout).toBe('');
});

function logged(error: object): Record<string, unknown> {
  const lines: string[] = [];
  createLog('error', { write: (line) => lines.push(line) }).error({ err: error }, 'A job failed');
  return JSON.parse(lines.join('')).err;
}

function databaseError(message: string, fields: object): Error {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), fields);
}

test('a failed statement is logged without what its row or its values say', () => {
  const error = databaseError('invalid input syntax for type uuid: "maya@example.org"', {
    severity: 'ERROR',
    code: '23502',
    table: 'calendar',
    detail: 'Failing row contains (1, Dinner at Maya Chen).',
    where: 'unnamed portal parameter $1 = maya@example.org',
  });
  const entry = logged(error);
  expect(entry).toMatchObject({ type: 'DatabaseError', code: '23502', table: 'calendar' });
  expect(entry['stack']).toContain('log.test.ts');
  expect(JSON.stringify(entry)).not.toMatch(/maya/i);
  const { message, stack, ...fields } = error;
  expect(JSON.stringify(logged({ message, stack, ...fields }))).not.toMatch(/maya/i);
});

test('nor does an error say it that was caused by a failed statement, or holds some', () => {
  const failed = databaseError('invalid input syntax for type uuid: "maya@example.org"', {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Failing row contains (1, Dinner at Maya Chen).',
  });
  const caused = new Error('the texts could not be read', { cause: failed });
  const twice = new Error('the job failed', { cause: caused });
  for (const error of [caused, twice, new AggregateError([failed, twice], 'two failed')]) {
    const entry = logged(error);
    expect(entry).toMatchObject({ message: expect.stringContaining(error.message) });
    expect(JSON.stringify(entry)).not.toMatch(/maya/i);
  }
  const { aggregateErrors } = logged(new AggregateError([failed], 'one failed'));
  expect(aggregateErrors).toMatchObject([{ type: 'DatabaseError', code: '22P02' }]);
});

test('other errors are logged with their messages', () => {
  expect(logged(new Error('the disk is full'))).toMatchObject({ message: 'the disk is full' });
  const refused = databaseError('role "hub" does not exist', { severity: 'FATAL', code: '28000' });
  expect(logged(refused)).toMatchObject({ message: 'role "hub" does not exist' });
});
