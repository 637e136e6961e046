import { expect, test } from 'vitest';
import { withDatabase } from './with-client.ts';

test.for([
  ['postgresql://hub:p%40ss@db:5432/hub', 'postgresql://hub:p%40ss@db:5432/other'],
  ['postgres://hub@db/hub?sslmode=require', 'postgres://hub@db/other?sslmode=require'],
  ['postgresql://hub@/hub?host=/run/pg', 'postgresql://hub@/other?host=/run/pg'],
  ['postgresql://hub@db', 'postgresql://hub@db/other'],
  ['postgresql://hub@db?sslmode=require', 'postgresql://hub@db/other?sslmode=require'],
])('another database is on the same server as %s', ([url = '', expected]) => {
  expect(withDatabase(url, 'other')).toBe(expected);
});
