/** A full disk is the operator's to mend: reported in words, not as a bug of ours. */
import { fail } from './print.mjs';

export const spaceOfBuild = 'What is built takes 30 MB.';

/** Whether a program's output, or an error's code, speaks of a full disk or a used-up quota. */
export function isDiskFull(text) {
  return /\b(?:ENOSPC|EDQUOT)\b/.test(text);
}

/** Runs `act`; if the disk is full, says so with what needs the space, and exits with code 1. */
export async function withDisk(needs, act) {
  try {
    return await act();
  } catch (error) {
    if (!isDiskFull(String(error.code))) throw error;
    return failOfFullDisk(needs);
  }
}

export function failOfFullDisk(needs) {
  fail(`The disk is full. ${needs} Make space and start again.`);
}
