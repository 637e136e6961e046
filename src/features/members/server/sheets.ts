/** What an exported chapter shows of this feature, and what members take along of it. */
import { time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { optionalFields } from '../profile.ts';
import { nameOf, texts } from './store.ts';

/** What members enter about themselves, and when they last entered what they ask for. */
const profileTexts = optionalFields
  .filter((field) => field !== 'primaryPhone')
  .map((field) =>
    field === 'asks'
      ? `asks, ${time('asks_at')} as asks_kept_at`
      : `${texts.columnOf[field]} as "${field}"`,
  )
  .join(', ');

export const sheets: readonly Sheet[] = [
  {
    name: 'members',
    title: 'Members',
    about: 'Everyone in the directory, with disabled and former members.',
    query: `select id, display_name as name, first_name, last_name, email, primary_phone as phone, role,
        status, ${profileTexts},
        ${time('created_at')} as added_at
      from hub.member t where chapter_id = $1 order by lower(display_name), id`,
  },
  {
    name: 'groups',
    title: 'Groups',
    about: 'Members the chapter keeps as one, such as its board.',
    query: `select g.name as "group", t.member_id, ${nameOf('t.member_id')} as member
      from hub.member_group_entry t
      join hub.member_group g on g.chapter_id = t.chapter_id and g.id = t.group_id
      where t.chapter_id = $1 order by lower(g.name), g.id, 3, t.member_id`,
  },
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'profile',
    title: 'Profile',
    about: 'What your profile says, with what is hidden from others, and who sees what.',
    query: `select id, external_user_identifier as "external ID", display_name as name, first_name,
        last_name, email, primary_phone as phone, role, status, ${profileTexts},
        privacy, mails_about_money as emails_about_money,
        mails_about_events as emails_about_events, mails_weekly as weekly_summary,
        ${time('created_at')} as added_at
      from hub.member t where chapter_id = $1 and id = $2`,
  },
  {
    name: 'groups',
    title: 'Groups',
    about: "The chapter's groups you are in.",
    query: `select g.name as "group"
      from hub.member_group_entry t
      join hub.member_group g on g.chapter_id = t.chapter_id and g.id = t.group_id
      where t.chapter_id = $1 and t.member_id = $2 order by lower(g.name), g.id`,
  },
];
