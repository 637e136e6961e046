/** What an exported chapter shows of this feature, and what members take along of it. */
import { time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { nameOf } from './store.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'members',
    title: 'Members',
    about: 'Everyone in the directory, with disabled and former members.',
    query: `select id, display_name as name, first_name, last_name, email, primary_phone as phone, role,
        status, company, job_title as title, website, city, bio, headline, asks, ${time('asks_at')} as asks_kept_at, offers,
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
        last_name, email, primary_phone as phone, role, status, company, job_title as title, website,
        city, bio, headline, asks, ${time('asks_at')} as asks_kept_at, offers, privacy, mails_about_events as emails_about_events,
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
