/** Values and limits that guides for operators name are those of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maxFileBytes, maxFileEvents } from '#features/events/import-contract.ts';
import { formatCount } from '#kit/counts.ts';
import { installationRoot } from '#server/config/paths.ts';
import { operationCalls } from '../server/operations.ts';

const readGuide = (path: string) =>
  readFileSync(join(installationRoot, path), 'utf8').replaceAll(/\s+/g, ' ');

test('the guide for figures that differ names every state of their check', () => {
  const guide = readGuide('docs/when-figures-differ.md');
  const { options } = operationCalls.ready.reply.shape.reconciliation;
  const missing = options.filter((state) => !new RegExp(`[\`"]${state}[\`"]`).test(guide));
  expect(missing).toEqual([]);
});

test('the limits of calendar files are those that the security policy names', () => {
  const megabytes = maxFileBytes / 1024 / 1024;
  expect(readGuide('SECURITY.md')).toContain(
    `Calendar files are limited to ${formatCount(maxFileEvents)} events and ${megabytes} MB`,
  );
});
