import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { maxInvitees } from '#features/chapters/invitees.ts';
import { invitationsKey } from '#features/chapters/keys.ts';
import { call } from '#web/api/call.ts';
import type { ImportField } from '../../import.ts';
import { importCalls } from '../../import-contract.ts';
import { membersKey } from '../../keys.ts';

export type ImportRequest = {
  text: string;
  columns?: (ImportField | null)[] | undefined;
};

/** Previews an import. */
export function useDryRun() {
  return useMutation({
    mutationFn: (request: ImportRequest) =>
      call(importCalls.import, { body: { ...request, isDryRun: true } }),
  });
}

/** Imports the file and optionally invites new members; `isInvited` is false if that failed. */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      request,
      isInviting,
    }: {
      request: ImportRequest;
      isInviting: boolean;
    }) => {
      const report = await call(importCalls.import, { body: { ...request, isDryRun: false } });
      const added = report.rows.filter(({ outcome }) => outcome === 'new');
      // The import stands even if inviting fails.
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
      const batch = emails.slice(done, done + maxInvitees);
      const invitees = batch.map((email) => ({ email, role: 'member' as const }));
      await call(invitationCalls.inviteMany, { body: { invitees } });
    }
    return true;
  } catch {
    return false;
  }
}
