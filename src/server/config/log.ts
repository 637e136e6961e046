import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino';

export type Log = Logger;

/**
 * Structured lines on stderr: stdout is for the output of commands. Lines are written
 * synchronously, so that the last ones are not lost when the process ends and order is kept.
 */
export const stderrDestination: DestinationStream = pino.destination({ fd: 2, sync: true });

export function createLog(level: string, destination: DestinationStream = stderrDestination): Log {
  return pino(logOptions(level), destination);
}

/** Of every log of ours; that of requests is made by Fastify. */
export function logOptions(level: string) {
  // Fastify's types want what a failed statement may not show.
  const serializers = { err: describeError as (error: unknown) => SerializedError };
  return { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers };
}

/** At most how often a line is logged that an outage would repeat all the time. */
const quietMilliseconds = 300_000;

/** Whether such a line may be logged, which it then is. */
export function createQuiet(): () => boolean {
  let loggedAt = -quietMilliseconds;
  return () => {
    if (performance.now() - loggedAt < quietMilliseconds) return false;
    loggedAt = performance.now();
    return true;
  };
}

/**
 * The message and the details of a failed statement may quote what a member wrote, so they are left
 * out. The message of a refused connection (`FATAL`) contains no member data.
 */
function describeError(error: unknown): unknown {
  const described: unknown = pino.stdSerializers.err(error as Error);
  if (typeof described !== 'object' || described === null) return described;
  // What a worker of the jobs throws arrives as an object with an error's fields.
  const { type, message = '', stack, ...fields } = described as Partial<SerializedError>;
  if (isFailedStatement(fields)) {
    const { code, schema, table, column, constraint } = fields;
    return { type, code, schema, table, column, constraint, stack: stack?.replace(message, '…') };
  }
  const { cause, errors } = error as AggregateError;
  const quoted = listCauses(cause).filter(isFailedStatement);
  if (quoted.length === 0 && !Array.isArray(errors)) return described;
  // The messages of causes are part of the message and of the stack.
  const hide = (text: string | undefined) =>
    quoted.reduce((rest, failed) => rest?.replaceAll(failed.message, '…'), text);
  return {
    ...described,
    message: hide(message),
    stack: hide(stack),
    ...(Array.isArray(errors) && { aggregateErrors: errors.map(describeError) }),
  };
}

function isFailedStatement(error: object): boolean {
  const { severity } = error as { severity?: unknown };
  return severity !== undefined && severity !== 'FATAL';
}

/** An error, what caused it, and so on. */
function listCauses(error: unknown, known: readonly Error[] = []): Error[] {
  if (!(error instanceof Error) || known.includes(error)) return [...known];
  return listCauses(error.cause, [...known, error]);
}
