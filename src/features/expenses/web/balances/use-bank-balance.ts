import { useEffect, useState } from 'react';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';
import { parseStoredBankBalance } from './bank-balance.ts';

/** The chapter's bank balance stored in this browser, and a function to change it. */
export function useBankBalance(chapterId: Id<'chapter'>): [Cents, (balance: Cents) => void] {
  const key = `bank-balance.${chapterId}`;
  const [balance, setBalance] = useState(() => parseStoredBankBalance(readPersonal(key)));
  useEffect(() => {
    // Fired when another tab writes.
    const reread = () => setBalance(parseStoredBankBalance(readPersonal(key)));
    addEventListener('storage', reread);
    return () => removeEventListener('storage', reread);
  }, [key]);
  const save = (next: Cents) => {
    writePersonal(key, String(next));
    setBalance(next);
  };
  return [balance, save];
}
