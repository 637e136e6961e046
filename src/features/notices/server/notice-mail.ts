/** The jobs of notices, by which servers that know nothing else of them distinguish them. */
import type { Id } from '#kit/id.ts';

export type NoticeMail = {
  readonly kind: 'notice';
  readonly notice: string;
  readonly chapterId: Id<'chapter'>;
  readonly memberId: Id<'member'>;
  readonly keys: readonly string[];
};

export function isNoticeMail(data: unknown): data is NoticeMail {
  return (data as { kind?: unknown } | null)?.kind === 'notice';
}

export const notifyJob = 'tell-members';
export const remindJob = 'remind-members';
/** No server without a mail server takes them. */
export const noticeJobs = [notifyJob, remindJob] as const;
