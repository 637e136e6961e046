import { ok, refuse } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { asksCall } from '../asks-contract.ts';
import { maxExported } from '../directory.ts';
import { directoryCalls } from '../directory-contract.ts';
import { formatMembersCsv } from '../members-csv.ts';
import { formatVcards } from '../vcard.ts';
import { listAsks } from './asks-store.ts';
import { listForExport, listInitials, searchDirectory } from './directory-store.ts';
import { toViewer } from './store.ts';

export function directoryRoutes(api: Api): void {
  api.serve(directoryCalls.search, async ({ db, caller, query }) =>
    ok(await searchDirectory(db, caller, toViewer(caller), query)),
  );

  api.serve(directoryCalls.initials, async ({ db, caller }) =>
    ok({ items: await listInitials(db, caller.chapterId, toViewer(caller)) }),
  );

  api.serve(asksCall, async ({ db, caller, now }) =>
    ok(await listAsks(db, caller, { ...toViewer(caller), memberId: caller.memberId }, now)),
  );

  api.serve(directoryCalls.export, async ({ db, caller, query: { format, ...wanted } }) => {
    const found = await listForExport(db, caller.chapterId, toViewer(caller), wanted);
    if (found.length > maxExported) return tooMany;
    const count = found.length;
    return ok(
      format === 'csv'
        ? {
            fileName: 'members.csv',
            mediaType: 'text/csv',
            count,
            text: formatMembersCsv(found, caller.timeZone),
          }
        : { fileName: 'members.vcf', mediaType: 'text/vcard', count, text: formatVcards(found) },
    );
  });
}

const tooMany = refuse(
  'invalid',
  'too_many_members',
  'An export can have at most 10,000 members. Narrow your search.',
  { field: 'q' },
);
