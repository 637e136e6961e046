import { getMigrations } from 'better-auth/db/migration';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#app/testing/database.ts';
import { connect } from '#server/database/db.ts';
import { authOptions } from './better-auth.ts';

test('the migrations make every table, column and index that better-auth asks for', async () => {
  const made = await createTestDatabase();
  const database = connect(made.appUrl);
  const problems: string[] = [];
  const options = authOptions({ db: database.db, secret: 's'.repeat(40), isSecure: true });
  const plan = await getMigrations({
    ...options,
    logger: { level: 'debug', log: (level, message) => level === 'warn' && problems.push(message) },
  });
  expect(plan.toBeCreated).toEqual([]);
  expect(plan.toBeAdded).toEqual([]);
  expect(plan.toBeAddedIndexes).toEqual([]);
  expect(plan.schemaProblems).toEqual([]);
  expect(problems).toEqual([]);
  await database.close();
  await made.drop();
});
