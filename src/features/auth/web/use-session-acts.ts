import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { authCalls } from '#features/auth/contract.ts';
import { call, onSessionLost } from '#web/call.ts';
import { toast } from '#web/ui/toast.ts';
import { begin, leave, signOut } from './change-session.ts';
import { sessionQuery } from './queries.ts';
import { onNews } from './session-channel.ts';

export type SessionActs = {
  onSignOut: () => void;
  onChapterChange: (chapterId: string) => void;
};

/** Leaving and changing the chapter; and hearing that the server or another tab did so. */
export function useSessionActs(): SessionActs {
  const queryClient = useQueryClient();
  const router = useRouter();

  useEffect(() => {
    const lookAgain = () =>
      void queryClient.invalidateQueries(
        { queryKey: sessionQuery.queryKey },
        { cancelRefetch: false },
      );
    const stopLost = onSessionLost(lookAgain);
    const stopNews = onNews((news) => {
      if (news === 'changed') return lookAgain();
      void leave(queryClient).then(() => router.navigate({ to: '/' }));
    });
    return () => {
      stopLost();
      stopNews();
    };
  }, [queryClient, router]);

  return {
    onSignOut: async () => {
      try {
        await signOut(queryClient);
        await router.navigate({ to: '/' });
      } catch {
        toast.error({
          title: 'You are still signed in',
          description: 'Signing out failed. Try again.',
        });
      }
    },
    onChapterChange: async (chapterId) => {
      try {
        const view = await call(authCalls.switchChapter, { body: { chapterId } });
        // First away from the screen, whose address may belong to the chapter being left.
        await router.navigate({ to: '/' });
        begin(queryClient, view);
      } catch {
        toast.error({ title: 'The chapter did not change', description: 'Try again.' });
      }
    },
  };
}
