/** Some of what other members look for, beside the rest of the summary of a week. */
import { toSingleLine } from '#server/mail/single-line.ts';
import type { WeekAheadSource } from '#server/notice-source.ts';
import { listAsks } from './asks-store.ts';
import { toViewer } from './store.ts';

export const asksAhead: WeekAheadSource = async (db, context) => {
  const { memberId, now, publicUrl } = context;
  const { items } = await listAsks(db, context, { ...toViewer(context), memberId }, now);
  if (items.length === 0) return undefined;
  return {
    title: null,
    paragraphs: [
      ...items.map(
        ({ displayName, asks }) =>
          `${toSingleLine(displayName)} is looking for: ${toSingleLine(asks)}`,
      ),
      { action: 'View Asks', link: publicUrl },
    ],
  };
};
