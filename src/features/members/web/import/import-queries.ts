import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { maxInvitees } from '#features/chapters/invitees.ts';
import { invitationsKey } from '#features/chapters/keys.ts';
import { call } from '#web/api/call.ts';
import type { ImportField } from '../../import.ts';
import { importCalls } from '../../import-contract.ts';
import { membersKey } from '../../keys.ts';

export type Wanted = {
  text: string;
  columns?: (ImportField | null)[] | undefined;
};

/** What taking a file would do. */
export function useDryRun() {
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      call(importCalls.import, { body: { ...wanted, isDryRun: true } }),
  });
}

/** Takes the file and, where asked for, invites who is new; `isInvited` says whether that was done. */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ wanted, isInviting }: { wanted: Wanted; isInviting: boolean }) => {
      const report = await call(importCalls.import, { body: { ...wanted, isDryRun: false } });
      const added = report.rows.filter(({ outcome }) => outcome === 'new');
      // Who was taken stays taken, whatever becomes of the invitations.
      const isInvited = isInviting && (await invite(added.map(({ email }) => email)));
      return { report, isInvited };
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: membersKey });
      await client.invalidateQueries({ queryKey: invitationsKey });
    },
  });
}

async function invite(emails: readonly string[]): Promise<boolean> {
  try {
    for (let done = 0; done < emails.length; done += maxInvitees) {
      const some = emails.slice(done, done + maxInvitees);
      const invitees = some.map((email) => ({ email, role: 'member' as const }));
      await call(invitationCalls.inviteMany, { body: { invitees } });
    }
    return true;
  } catch {
    return false;
  }
}
