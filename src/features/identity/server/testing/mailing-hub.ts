/** A test hub that sends mail to a test server with the real jobs. */

import { mailQueues } from '#app/server/hub.ts';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { createLog } from '#server/config/log.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

export type MailingHub = TestHub & {
  readonly smtp: MailServer;
  /** Log lines written while mail was sent. */
  readonly lines: string[];
  /** Sends mail until the returned function is called or the hub is closed. */
  startSending(): () => Promise<void>;
};

export async function startMailingHub(
  /** What time it is, when it is not now. */
  clock = (): Instant => toInstant(Temporal.Now.instant()),
): Promise<MailingHub> {
  const smtp = await startMailServer();
  const hub = await startTestHub({
    clock,
    config: { smtpUrl: smtp.url, mailFrom: 'Hub <hub@example.org>' },
  });
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const stops = new Set<() => Promise<void>>();
  const startSending = () => {
    const ending = new AbortController();
    const ended = mailQueues(hub.config, hub.identity, log, clock).then((queues) =>
      runJobs({
        appUrl: hub.database.appUrl,
        log,
        signal: ending.signal,
        timeZone: 'America/Los_Angeles',
        jobs: [],
        queues,
        pollSeconds: 0.5,
      }),
    );
    const stop = () => {
      stops.delete(stop);
      ending.abort();
      return ended;
    };
    stops.add(stop);
    return stop;
  };
  return {
    ...hub,
    smtp,
    lines,
    startSending,
    close: async () => {
      await Promise.all([...stops].map((stop) => stop()));
      await smtp.close();
      await hub.close();
    },
  };
}
