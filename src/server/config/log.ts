import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * Structured lines on stderr: stdout belongs to what commands print. Each line is written before its
 * call returns: what is said at last is not lost with the process, nor told before what led to it.
 */
export const stderrDestination: DestinationStream = pino.destination({ fd: 2, sync: true });

export function createLog(level: string, destination: DestinationStream = stderrDestination): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}
