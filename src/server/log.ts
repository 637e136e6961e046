import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured lines on stderr: stdout belongs to what commands print. */
export const logTo: DestinationStream = pino.destination({ fd: 2, sync: false });

export function createLog(level: string, destination: DestinationStream = logTo): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
