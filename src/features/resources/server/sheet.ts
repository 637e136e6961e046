import type { Sheet } from '#server/chapter-archive/sheet.ts';

export const resourceSheet: Sheet = {
  name: 'resources',
  title: 'Resources',
  about: 'The links of the resources page.',
  query: `select r.entry ->> 'title' as title, r.entry ->> 'description' as description,
      r.entry ->> 'url' as address, r.entry::text as everything
    from hub.resource_list t
    cross join lateral jsonb_array_elements(t.entries) with ordinality as r (entry, place)
    where t.chapter_id = $1 order by r.place`,
};

export const documentSheet: Sheet = {
  name: 'documents',
  title: 'Documents',
  about: 'The documents with their folders. Each version is in the list of files, by the document.',
  query: `select t.id, p.name as "in folder", f.name as folder, coalesce(p.audience, f.audience) as seen_by,
      t.name, t.media_type as type, t.bytes, t.file_id, t.added_by, t.added_at, t.deleted_at
    from hub.document t
    left join hub.document_folder f on f.chapter_id = t.chapter_id and f.id = t.folder_id
    left join hub.document_folder p on p.chapter_id = f.chapter_id and p.id = f.parent_id
    where t.chapter_id = $1 order by t.added_at, t.id`,
};
