/** What an exported chapter shows of this feature, and what members take along of it. */
import { usedFiles } from '#features/files/server/store.ts';
import { roleOf } from '#features/members/server/store.ts';
import { roles } from '#kit/role.ts';
import { time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'resources',
    title: 'Resources',
    about: 'The links of the resources page.',
    query: `select r.entry ->> 'title' as title, r.entry ->> 'description' as description,
      r.entry ->> 'url' as address, r.entry::text as everything
    from hub.resource_list t
    cross join lateral jsonb_array_elements(t.entries) with ordinality as r (entry, place)
    where t.chapter_id = $1 order by r.place`,
  },
  {
    name: 'documents',
    title: 'Documents',
    about:
      'The documents with their folders. Each version is in the list of files, by the document.',
    query: `select t.id, p.name as "in folder", f.name as folder, coalesce(p.audience, f.audience) as seen_by,
      t.name, t.media_type as type, t.bytes, t.file_id, t.added_by, t.added_at, t.deleted_at
    from hub.document t
    left join hub.document_folder f on f.chapter_id = t.chapter_id and f.id = t.folder_id
    left join hub.document_folder p on p.chapter_id = f.chapter_id and p.id = f.parent_id
    where t.chapter_id = $1 order by t.added_at, t.id`,
  },
];

/** How much a role may; each may all that those before it may. */
const rank = (role: string) => `array_position('{${roles.join()}}'::text[], ${role})`;

export const ownSheets: readonly Sheet[] = [
  {
    name: 'documents',
    title: 'Documents',
    about:
      'Versions of documents you added, each under the name of your file, and what the document is called now if you can see it.',
    query: `select d.id,
        case when d.deleted_at is null and (d.folder_id is null
            or ${rank(roleOf('t.added_by'))} >= ${rank('coalesce(folder.audience, above.audience)')})
          then d.name end as document,
        t.name as file, t.media_type as type, t.bytes, ${time('t.added_at')} as added_at
      from ${usedFiles} t
      join hub.document d on d.chapter_id = t.chapter_id and d.id = t.entity_id
      left join hub.document_folder folder
        on folder.chapter_id = d.chapter_id and folder.id = d.folder_id
      left join hub.document_folder above
        on above.chapter_id = folder.chapter_id and above.id = folder.parent_id
      where t.chapter_id = $1 and t.kind = 'document' and t.added_by = $2
      order by t.added_at, d.id, t.place`,
  },
];
