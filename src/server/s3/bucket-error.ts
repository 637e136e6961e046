/** Why a bucket could not be used. Its message is for the operator and contains no secret. */
export class BucketError extends Error {
  readonly code: BucketFailure;
  constructor(code: BucketFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export type BucketFailure = 'unreachable' | 'denied' | 'not_found' | 'failed';
