export type PostgresErrorCode =
  | 'unsupported_platform'
  | 'in_use'
  | 'other_major_version'
  | 'not_a_cluster'
  | 'cluster_gone'
  | 'cannot_initialise'
  | 'cannot_start'
  | 'unsafe_socket_directory'
  | 'unreachable_directory';

/** A failure of the embedded database whose message is for the operator. */
export class PostgresError extends Error {
  readonly code: PostgresErrorCode;

  constructor(code: PostgresErrorCode, message: string) {
    super(message);
    this.name = 'PostgresError';
    this.code = code;
  }
}
