import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { call } from '#web/api/call.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type ChangedSettings, type ChapterDetail, chapterCalls } from '../chapter-contract.ts';
import { chapterKey } from '../keys.ts';

export const chapterQuery = queryOptions({
  queryKey: chapterKey,
  queryFn: ({ signal }) => call(chapterCalls.detail, { signal }),
});

export function useChangeChapter(onSaved: (chapter: ChapterDetail) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: ChangedSettings & { version: number }) =>
      call(chapterCalls.change, { body, ifMatch: version }),
    onSuccess: async (chapter) => {
      // Shown here, because the form is replaced by one of the new version.
      toast.success('Settings saved');
      client.setQueryData(chapterQuery.queryKey, chapter);
      onSaved(chapter);
      // Every screen shows the chapter's name and links.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      // Also invalidates what depends on the settings, such as resources.
      await client.invalidateQueries({ queryKey: chapterKey });
    },
  });
}
