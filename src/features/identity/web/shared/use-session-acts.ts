import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Id } from '#kit/id.ts';
import { onSessionLost } from '#web/api/call.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { sessionQuery } from '../queries.ts';
import { onNews } from '../sessions/session-channel.ts';
import { leave, signOut } from './change-session.ts';
import { useSwitchChapter } from './use-switch-chapter.ts';

export type SessionActs = {
  onSignOut: () => void;
  onChapterChange: (chapterId: Id<'chapter'>) => void;
};

/** Leaving and changing the chapter; and hearing that the server or another tab did so. */
export function useSessionActs(): SessionActs {
  const queryClient = useQueryClient();
  const router = useRouter();
  const switchChapter = useSwitchChapter();

  useEffect(() => {
    const lookAgain = () =>
      void queryClient.invalidateQueries(
        { queryKey: sessionQuery.queryKey },
        { cancelRefetch: false },
      );
    const stopLost = onSessionLost(lookAgain);
    const stopNews = onNews((news) => {
      // An answer under way may be from before.
      if (news === 'changed')
        return void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
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
          title: "You're still signed in",
          description: 'Signing out failed. Try again.',
        });
      }
    },
    onChapterChange: (chapterId) => void switchChapter(chapterId),
  };
}
