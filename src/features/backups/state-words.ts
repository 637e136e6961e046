/** The state of backups in words, for emails and screens. */
import type { BackupState } from './backup-state.ts';
import {
  failureWords,
  isBackupFailure,
  isRehearsalFailure,
  rehearsalWords,
} from './failure-words.ts';

export type Described = {
  readonly state: BackupState;
  readonly failure: string | null;
  readonly rehearsalFailure: string | null;
};

/** Whether installation admins have to do something. */
export const isTrouble = (state: BackupState) => ['late', 'failed', 'unproven'].includes(state);

export function describeState({ state, failure, rehearsalFailure }: Described): string {
  switch (state) {
    case 'off':
      return 'Backups are off.';
    case 'pending':
      return 'The first backup is still to come.';
    case 'fine':
      return 'Backups are as they should be.';
    case 'late':
      return 'The nightly backup was not made.';
    case 'failed':
      return `The last backup failed. ${describeFailure(failure)}`;
    case 'unproven':
      return rehearsalFailure === null
        ? 'No restore of a backup was rehearsed lately.'
        : `The last rehearsal of a restore failed. ${describeRehearsalFailure(rehearsalFailure)}`;
  }
}

/** As a sentence. Another version of the server may know other codes. */
export function describeFailure(code: string | null): string {
  return `${failureWords[code !== null && isBackupFailure(code) ? code : 'other']}.`;
}

export function describeRehearsalFailure(code: string): string {
  return `${rehearsalWords[isRehearsalFailure(code) ? code : 'other']}.`;
}
