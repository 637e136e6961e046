import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { isUndone } from './db.ts';

function databaseError(code: string, severity: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('message of PostgreSQL', 0, 'error'), {
    code,
    severity,
  });
}

describe('a statement is undone', () => {
  test.each([
    ['a unique constraint', '23505'],
    ['a check constraint', '23514'],
    ['a raised exception', 'P0001'],
    ['its time limit', '57014'],
    ['a lock that was not free', '55P03'],
    ['a deadlock', '40P01'],
    ['a transaction that only reads', '25006'],
    ['a full disk', '53100'],
    ['an internal error', 'XX000'],
  ])('after %s, in whatever language the server says so', (_, code) => {
    for (const severity of ['ERROR', 'FEHLER', 'ERREUR', 'エラー']) {
      expect(isUndone(databaseError(code, severity)), severity).toBe(true);
    }
  });

  test.each([
    ['a shutdown', '57P01'],
    ['a crash of another session', '57P02'],
    ['a transaction that was idle for too long', '25P03'],
    ['a transaction that took too long', '25P04'],
    ['a broken protocol', '08P01'],
    ['too many connections', '53300'],
    ['a refused password', '28P01'],
  ])('not certainly after what ends the connection: %s', (_, code) => {
    for (const severity of ['FATAL', 'ВАЖНО']) {
      expect(isUndone(databaseError(code, severity)), severity).toBe(false);
    }
  });

  test('not certainly after a connection that was lost without a word', () => {
    expect(isUndone(new Error('Connection terminated unexpectedly'))).toBe(false);
    expect(isUndone(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))).toBe(false);
  });
});
