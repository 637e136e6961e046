import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '#web/api/session.ts';
import type { Command } from '#web/command.ts';
import { finders } from './entries.ts';

export type FoundGroup = {
  readonly title: string;
  readonly commands: readonly Command[];
  readonly isPending: boolean;
};

/** What every feature finds for what is typed; nothing unless `enabled`. */
export function useFound(typed: string, enabled: boolean): FoundGroup[] {
  const navigate = useNavigate();
  const session = useSession();
  const searches = finders.map((finder) => ({ finder, reads: finder.reads(typed) }));
  const results = useQueries({
    // Each read has a type of its own, which its finder knows.
    queries: searches.flatMap(({ reads }) =>
      reads.map((read) => ({ ...(read as unknown as UseQueryOptions), enabled })),
    ),
  });
  return searches.map(({ finder, reads }, at) => {
    const first = searches.slice(0, at).reduce((sum, before) => sum + before.reads.length, 0);
    const own = results.slice(first, first + reads.length);
    // What was found for fewer letters is not offered: Enter would open it.
    const isPending = enabled && own.some((read) => read.isPending || read.isPlaceholderData);
    const replies = own.flatMap(({ data, isPlaceholderData }) =>
      data === undefined || isPlaceholderData ? [] : [data],
    );
    const { title, icon, list } = finder;
    const found = enabled && replies.length > 0 ? list(replies, typed, session) : [];
    return {
      title,
      isPending,
      commands: found.map(({ id, label, detail, link }) => ({
        id,
        label,
        detail,
        icon,
        run: () => void navigate(link),
      })),
    };
  });
}
