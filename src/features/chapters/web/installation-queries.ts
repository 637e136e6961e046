import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#features/identity/web/queries.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { installationCalls, type NewChapterSettings } from '../installation-contract.ts';
import { chaptersKey } from '../keys.ts';

export const chaptersQuery = (page: number) =>
  queryOptions({
    queryKey: [...chaptersKey, page],
    queryFn: ({ signal }) =>
      call(installationCalls.chapters, {
        query: { skip: (page - 1) * chaptersPerPage, take: chaptersPerPage },
        signal,
      }),
    placeholderData: (before) => before,
  });

const chaptersPerPage = 50;

export function useCreateChapter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewChapterSettings) => call(installationCalls.createChapter, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: chaptersKey });
      // The session lists the new chapter if it is the admin's own.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

export function useInviteAdmin(chapterId: Id<'chapter'>) {
  return useMutation({
    mutationFn: (email: string) =>
      call(installationCalls.inviteAdmin, { params: { chapterId }, body: { email } }),
  });
}
