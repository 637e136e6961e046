import { useEffect, useState } from 'react';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';
import { bankBalanceFromKept } from './bank-balance.ts';

/** The chapter's bank balance as this browser knows it, and how to change it. */
export function useBankBalance(chapterId: Id<'chapter'>): [Cents, (balance: Cents) => void] {
  const key = `bank-balance.${chapterId}`;
  const [balance, setBalance] = useState(() => bankBalanceFromKept(readPersonal(key)));
  useEffect(() => {
    // Said by the browser when another tab writes.
    const reread = () => setBalance(bankBalanceFromKept(readPersonal(key)));
    addEventListener('storage', reread);
    return () => removeEventListener('storage', reread);
  }, [key]);
  const keep = (next: Cents) => {
    writePersonal(key, String(next));
    setBalance(next);
  };
  return [balance, keep];
}
