/** Reports how an import ends whose dialog was closed, on whatever screen the member is by then. */
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { CallError } from '#web/api/call-error.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { CalendarImport } from '../../../import-contract.ts';
import { describeDone } from './import-counts.ts';
import { importQuery, isAtWork } from './import-queries.ts';

let stop: (() => void) | undefined;

/** The dialog is open, which shows everything itself. */
export function stopWatchingImport(): void {
  stop?.();
  stop = undefined;
}

/** Does nothing unless an import is at work. */
export function watchImport(client: QueryClient): void {
  stopWatchingImport();
  const watched = client.getQueryData(importQuery.queryKey)?.import;
  if (!watched || !isAtWork(watched)) return;
  const observer = new QueryObserver(client, importQuery);
  const { queryHash } = observer.getCurrentQuery();
  const ends = [
    observer.subscribe(({ data: found, error }) => {
      if (error ? isRefused(error) : !isAtWork(found)) stopWatchingImport();
      if (!error && found?.id === watched.id) notifyEnded(client, found);
    }),
    // What was read is forgotten when the session ends or the chapter changes.
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'removed' && query.queryHash === queryHash) stopWatchingImport();
    }),
  ];
  stop = () => {
    for (const end of ends) end();
  };
}

function isRefused(error: Error): boolean {
  return error instanceof CallError && error.status >= 400 && error.status < 500;
}

function notifyEnded(client: QueryClient, found: CalendarImport): void {
  const { phase, fileName, problem } = found;
  if (phase === 'done') notifyDone(client, found);
  if (phase === 'ready') {
    toast.info({
      title: `${fileName} can be imported now`,
      description: 'Open Import Events to see what it changes.',
    });
  }
  if (phase === 'failed' || phase === 'interrupted') {
    toast.error({ title: `Couldn't import ${fileName}`, description: problem?.message });
  }
}

export function notifyDone(client: QueryClient, done: CalendarImport): void {
  toast.success(describeDone(done));
  // Events appear on the calendar, in lists, on Home and in expense forms.
  void client.invalidateQueries();
}
