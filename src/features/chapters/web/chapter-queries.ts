import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { callQuery } from '#web/api/call-query.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type ChangedSettings, chapterCalls } from '../chapter-contract.ts';
import { chapterKey } from '../keys.ts';

export const chapterQuery = callQuery(chapterKey, chapterCalls.detail, {});

export function useChangeChapter(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: ChangedSettings & { version: number }) =>
      call(chapterCalls.change, { body, ifMatch: version }),
    // The form goes on from the latest version.
    onError: (error) =>
      isConflict(error) &&
      client.invalidateQueries({ queryKey: chapterQuery.queryKey, exact: true }),
    onSuccess: async (chapter) => {
      // Shown here, because the form is replaced by one of the new version.
      toast.success('Settings saved');
      client.setQueryData(chapterQuery.queryKey, chapter);
      onSaved();
      // Every screen shows the chapter's name and links.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      // Also invalidates what depends on the settings, such as resources.
      await client.invalidateQueries({ queryKey: chapterKey });
    },
  });
}
