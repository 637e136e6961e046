/** What parts of the server publish for those who watch. While no one does, publishing costs a comparison. */
import { channel } from 'node:diagnostics_channel';

function observation<Message extends object>(name: string) {
  const source = channel(`hub:${name}`);
  return {
    publish(message: Message): void {
      if (source.hasSubscribers) source.publish(message);
    },
    watch(listener: (message: Message) => void): void {
      source.subscribe((message) => listener(message as Message));
    },
  };
}

/** A request was answered. The route is its pattern: URLs contain ids and search terms. */
export const answered = observation<{
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}>('answered');

/** A request was refused with this code, which is one of ours. */
export const refused = observation<{ readonly code: string }>('refused');

/** A member sent so much to be written. The section is that of the API. */
export const written = observation<{ readonly section: string; readonly bytes: number }>('written');

/** A connection was closed, or is no longer read, because of a limit. */
export const limitedConnection = observation<{ readonly limit: 'number' | 'slow' | 'unanswered' }>(
  'limited-connection',
);

/** Writes that shared a statement. */
export const batched = observation<{ readonly size: number; readonly seconds: number }>('batched');

/** This server will run the job when it is due. */
export const jobPlanned = observation<{ readonly job: string }>('job-planned');

export const jobEnded = observation<{
  readonly job: string;
  readonly isDone: boolean;
  readonly seconds: number;
}>('job-ended');

export const mailTried = observation<{ readonly result: 'sent' | 'again' | 'failed' }>(
  'mail-tried',
);
