/** What the installation's admin does: chapters are made here, and never looked into. */
import * as z from 'zod/mini';
import { email } from '#features/identity/contract.ts';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { pageOf, pageQuery } from '#kit/page.ts';
import { chapterSettings } from './chapter-contract.ts';
import { invitationSent } from './invitation-contract.ts';

const chapterSummary = z.object({
  id: id<'chapter'>(),
  name: z.string(),
  /** Active members. */
  memberCount: z.int(),
  createdAt: instant,
  /** False while whoever is to be its first admin has not joined. */
  hasAdmin: z.boolean(),
});
export type ChapterSummary = z.output<typeof chapterSummary>;

/** The settings of a chapter that is to be, and who is its first admin. */
export const newChapter = z.strictObject({
  ...chapterSettings.shape,
  /** Null: whoever makes it. Else this address is invited. */
  adminEmail: z.nullable(email),
});
export type NewChapterWish = z.output<typeof newChapter>;

const chapterMade = z.object({
  chapter: chapterSummary,
  /** Null when its maker is its admin, or the address is their own. */
  invitation: z.nullable(invitationSent),
});
export type ChapterMade = z.output<typeof chapterMade>;

const tag = 'Installation';

export const installationCalls = {
  chapters: endpoint({
    method: 'GET',
    path: '/installation/chapters',
    tag,
    summary: 'List all chapters of the installation by name, with member counts and creation dates',
    policy: 'installation-admin',
    query: z.strictObject(pageQuery(200)),
    reply: pageOf(chapterSummary),
  }),
  /** 409 `name_taken`, which also makes repeating it harmless. */
  createChapter: endpoint({
    method: 'POST',
    path: '/installation/chapters',
    tag,
    summary: 'Create a chapter with its main calendar and first admin',
    policy: 'installation-admin',
    body: newChapter,
    reply: chapterMade,
  }),
  /** 409 `has_admin` once somebody looks after it: they invite, then. */
  inviteAdmin: endpoint({
    method: 'POST',
    path: '/installation/chapters/{chapterId}/admin',
    tag,
    summary: 'Invite the first admin of a chapter that has none; replaces any earlier invitation',
    policy: 'installation-admin',
    params: z.strictObject({ chapterId: id<'chapter'>() }),
    body: z.strictObject({ email }),
    reply: invitationSent,
  }),
};
