import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { Unread } from '#web/ui/area-card.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import type { ResourceList } from '../contract.ts';
import { type Document, documentCalls } from '../documents/document-contract.ts';
import { documentsKey } from '../keys.ts';
import { findNewest } from '../resource.ts';
import { resourcesQuery } from './queries.ts';

/** The document added last that the member may see; null if there is none. */
const newestDocumentQuery = queryOptions({
  queryKey: [...documentsKey, 'newest'],
  queryFn: async ({ signal }) => {
    const query = { sort: 'date', direction: 'desc', take: 1 } as const;
    return (await call(documentCalls.list, { query, signal })).items[0] ?? null;
  },
});

/** The resource or document added last; the specification's sample until the chapter has its own. */
export function NewestResource() {
  const list = useQuery(resourcesQuery);
  const document = useQuery(newestDocumentQuery);
  if (list.data && document.data !== undefined) {
    return <Newest list={list.data} document={document.data} />;
  }
  if (list.isError || document.isError) {
    const retry = () => Promise.all([list.refetch(), document.refetch()]);
    return <Unread what="the newest resource" onRetry={retry} />;
  }
  return <p className="text-second">Loading...</p>;
}

function Newest({
  list: { items, version },
  document,
}: {
  list: ResourceList;
  document: Document | null;
}) {
  const { timeZone } = useSession().chapter;
  if (document && (findNewest(items)?.addedAt ?? '') < document.addedAt) {
    return (
      <Lines title={document.name}>
        Added <DateText at={document.addedAt} zone={timeZone} />
      </Lines>
    );
  }
  if (version === 0) {
    return (
      <Lines title="Member Handbook 2024" badge={<Badge>Sample</Badge>}>
        Updated yesterday
      </Lines>
    );
  }
  const newest = findNewest(items);
  const shown = newest ?? items[0];
  if (!shown) return <p className="text-second">No resources yet</p>;
  return (
    <Lines title={shown.title}>
      {newest?.addedAt ? (
        <>
          Added <DateText at={newest.addedAt} zone={timeZone} />
        </>
      ) : (
        shown.category
      )}
    </Lines>
  );
}

function Lines({
  title,
  badge,
  children,
}: {
  title: string;
  badge?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <p className="truncate font-medium text-ink">{title}</p>
      <div className="flex items-center gap-2">
        <p className="min-w-0 truncate text-xs text-third">{children}</p>
        {badge}
      </div>
    </>
  );
}
