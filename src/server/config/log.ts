import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Structured lines on stderr: stdout is for the output of commands. Lines are written
 * synchronously, so that the last ones are not lost when the process ends and order is kept.
 */
export const stderrDestination: DestinationStream = pino.destination({ fd: 2, sync: true });

export function createLog(level: string, destination: DestinationStream = stderrDestination): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
