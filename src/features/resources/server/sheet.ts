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
