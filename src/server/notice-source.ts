/** Emails of a feature to members. It is asked again and again what is true now, and keeps nothing. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { MailSwitch } from '#kit/mail.ts';
import type { Role } from '#kit/role.ts';
import type { Db } from './database/db.ts';
import type { Paragraph } from './mail/mail-frame.ts';

export type NoticeAsk = {
  readonly chapterId: Id<'chapter'>;
  readonly now: Instant;
  readonly timeZone: string;
  /** The only member of interest, when their email is about to be sent; else everyone. */
  readonly memberId: Id<'member'> | null;
};

export type Candidate<Item> = {
  readonly to: Id<'member'> | 'treasurers';
  /** Sent once to each member. */
  readonly key: string;
  /** Who did it, and so knows. */
  readonly by: Id<'member'> | null;
  /** When it began, and when it changed last. Null if the clock alone brings it. */
  readonly changed: { readonly first: Instant; readonly last: Instant } | null;
  readonly item: Item;
};

export type NoticeContext = Omit<NoticeAsk, 'memberId'> & {
  readonly memberId: Id<'member'>;
  readonly role: Role;
  readonly publicUrl: string;
  /** Whether subjects may say amounts. */
  readonly showsAmounts: boolean;
};

export type NoticeText = {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  /** Small print in place of how to turn such emails off. */
  readonly note?: string;
};

export type NoticeSource<Item = unknown> = {
  readonly kind: string;
  /** What turns it off; null if nothing does. */
  readonly switch: MailSwitch | null;
  /** `soon`: asked every minute. `scheduled`: every quarter of an hour, for what the clock brings. */
  readonly when: 'soon' | 'scheduled';
  /** Sent from 9 PM to 7 AM, too, where all others wait for the morning. */
  readonly isSentAtNight?: true;
  /** Of this kind a member gets at most one email an hour, or a day. */
  readonly atMostEvery?: 'hour' | 'day';
  /** Everything that is worth an email now, sent before or not, by few rows of an index. */
  readonly find: (db: Db, ask: NoticeAsk) => Promise<readonly Candidate<Item>[]>;
  /** One email about all of these, which are still true. */
  readonly compose: (
    db: Db,
    items: readonly Item[],
    context: NoticeContext,
  ) => Promise<NoticeText | undefined> | NoticeText | undefined;
};

/** What a feature has to say in the summary of a week to one member. */
type WeekAhead = {
  /** For the subject: '2 events', '$250.00 due Friday'. Null of what comes last, and never alone. */
  readonly title: string | null;
  readonly paragraphs: readonly Paragraph[];
};

/** Undefined if there is nothing. */
export type WeekAheadSource = (db: Db, context: NoticeContext) => Promise<WeekAhead | undefined>;

/** A source among others: what it finds only it composes. */
export function noticeSource<Item>(source: NoticeSource<Item>): NoticeSource {
  return source as unknown as NoticeSource;
}

/** What is older is not sent any more, such as after a long outage. */
export const maxLateHours = 24;

export function hoursBefore(now: Instant, hours: number): Instant {
  return Temporal.Instant.from(now).subtract({ hours }).toString({
    fractionalSecondDigits: 3,
  }) as Instant;
}
