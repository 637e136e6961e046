import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionLost } from '#web/api/call.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { sessionQuery } from '../queries.ts';
import { onSessionNews } from '../sessions/session-channel.ts';
import { endSession, signOut } from './change-session.ts';

export type SessionActions = { onSignOut: () => void };

/** Signs out, and reacts when the server or another tab ends or changes the session. */
export function useSessionActions(): SessionActions {
  const queryClient = useQueryClient();
  const router = useRouter();

  useEffect(() => {
    const refetchSession = () =>
      void queryClient.invalidateQueries(
        { queryKey: sessionQuery.queryKey },
        { cancelRefetch: false },
      );
    const stopLost = onSessionLost(refetchSession);
    const stopNews = onSessionNews((news) => {
      // A pending reply may be from before the change.
      if (news === 'changed')
        return void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void endSession(queryClient).then(() => router.navigate({ to: '/' }));
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
  };
}
