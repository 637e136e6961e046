import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { authCalls } from '../../contract.ts';
import { startSession } from './change-session.ts';

/** Switches to another of the account's chapters, in all tabs. */
export function useSwitchChapter(): (chapterId: Id<'chapter'>) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (chapterId) => {
    try {
      const view = await call(authCalls.switchChapter, { body: { chapterId } });
      // Leaves the screen first, because its address may belong to the previous chapter.
      await router.navigate({ to: '/' });
      startSession(queryClient, view);
    } catch {
      toast.error({ title: "Couldn't switch chapters.", description: 'Try again.' });
    }
  };
}
