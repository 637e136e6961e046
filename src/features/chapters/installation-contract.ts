/** Managing the installation: creating chapters, without access to their data. */
import * as z from 'zod/mini';
import { email } from '#features/identity/contract.ts';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { paged, pageQuery } from '#kit/page.ts';
import { chapterSettings } from './chapter-contract.ts';
import { sentInvitation } from './invitation-contract.ts';

const chapterSummary = z.object({
  id: id<'chapter'>(),
  name: z.string(),
  /** Active members. */
  memberCount: z.int(),
  createdAt: instant,
  /** False until the first admin has joined. */
  hasAdmin: z.boolean(),
});
export type ChapterSummary = z.output<typeof chapterSummary>;

/** The settings of a new chapter, and its first admin. */
export const newChapter = z.strictObject({
  ...chapterSettings.shape,
  /** Null for the caller; otherwise this address is invited. */
  adminEmail: z.nullable(email),
});
export type NewChapterSettings = z.output<typeof newChapter>;

const createdChapter = z.object({
  chapter: chapterSummary,
  /** Null if the caller is the admin. */
  invitation: z.nullable(sentInvitation),
});
export type CreatedChapter = z.output<typeof createdChapter>;

const tag = 'Installation';

export const installationCalls = {
  chapters: endpoint({
    method: 'GET',
    path: '/installation/chapters',
    tag,
    summary: 'List all chapters of the installation by name, with member counts and creation dates',
    policy: 'installation-admin',
    query: z.strictObject(pageQuery(200)),
    reply: paged(chapterSummary),
  }),
  /** 409 `name_taken`, which also makes a repeated call harmless. */
  createChapter: endpoint({
    method: 'POST',
    path: '/installation/chapters',
    tag,
    summary: 'Create a chapter with its main calendar and first admin',
    policy: 'installation-admin',
    body: newChapter,
    reply: createdChapter,
  }),
  /** 409 `has_admin` once the chapter has an admin, who can invite others. */
  inviteAdmin: endpoint({
    method: 'POST',
    path: '/installation/chapters/{chapterId}/admin',
    tag,
    summary: 'Invite the first admin of a chapter that has none; replaces any earlier invitation',
    policy: 'installation-admin',
    params: z.strictObject({ chapterId: id<'chapter'>() }),
    body: z.strictObject({ email }),
    reply: sentInvitation,
  }),
};
