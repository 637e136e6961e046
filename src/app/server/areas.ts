/** Every feature on the server, with its dependencies on other features. */
import { auditArea } from '#features/audit/server/area.ts';
import { type BackupAreaOptions, backupArea } from '#features/backups/server/area.ts';
import { queueFirstBackup } from '#features/backups/server/queue-backup.ts';
import { chapterArea } from '#features/chapters/server/area.ts';
import { joinByIdentity } from '#features/chapters/server/invitations/join-by-identity.ts';
import { type ChapterCreation, viewSetUp } from '#features/chapters/server/set-up.ts';
import { eventArea } from '#features/events/server/area.ts';
import { promoteEnabledMember } from '#features/events/server/rsvp/promote-enabled.ts';
import { releaseSpotsOfMember } from '#features/events/server/rsvp/release-spots.ts';
import { createMainCalendar } from '#features/events/server/store.ts';
import { expenseArea } from '#features/expenses/server/area.ts';
import { countExpensesOfEvent } from '#features/expenses/server/store.ts';
import { fileArea } from '#features/files/server/area.ts';
import { identityArea } from '#features/identity/server/area.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { memberArea } from '#features/members/server/area.ts';
import { newsArea } from '#features/news/server/area.ts';
import { paymentArea } from '#features/payments/server/area.ts';
import { recordOutsidePayments } from '#features/payments/server/record-batch.ts';
import { resourceArea } from '#features/resources/server/area.ts';
import { walletArea } from '#features/wallets/server/area.ts';
import type { Area, PlainArea } from '#server/area.ts';
import { demoSignIns } from './demo/people.ts';
import { eraseRoutes } from './erase-member/erase-routes.ts';
import { newsSources } from './news-sources.ts';
import { ownDataRoutes } from './own-data/own-data-routes.ts';

const plainAreas: readonly PlainArea[] = [
  walletArea,
  expenseArea({ recordOutsidePayments }),
  paymentArea,
  resourceArea,
  newsArea(newsSources),
];
export const areaSheets = plainAreas.flatMap(({ sheets = [] }) => sheets);

export type AreaOptions = {
  readonly identity: IdentityServices;
  readonly defaults: ChapterCreation['defaults'];
  readonly isDemo: boolean;
  /** What the files of a chapter may add up to. */
  readonly maxFileBytes: number;
  readonly backups: BackupAreaOptions;
};

export function listAreas(options: AreaOptions): readonly Area[] {
  const { identity, defaults, isDemo, maxFileBytes, backups } = options;
  const readSignedOutInfo = async () => ({
    ...(await viewSetUp(identity.db, defaults)),
    demoSignIns: isDemo ? [...demoSignIns] : [],
  });
  const areas = [
    identityArea(identity, { readSignedOutInfo, joinByIdentity }),
    chapterArea(identity, {
      defaults,
      prepareChapter: async (tx, chapter, context) => {
        await createMainCalendar(tx, chapter, context);
        if (backups.nightly) await queueFirstBackup(tx, context.newId, context.now);
      },
    }),
    memberArea({ onRemoved: releaseSpotsOfMember, onEnabled: promoteEnabledMember }),
    fileArea({ maxChapterBytes: maxFileBytes }),
    eventArea({
      countExpenses: countExpensesOfEvent,
      isDemo,
      sendsMail: identity.sendsMail,
    }),
    ...plainAreas,
    backupArea(backups),
    { addRoutes: ownDataRoutes },
    { addRoutes: eraseRoutes },
  ];
  return [...areas, auditArea(areas.map(({ auditFields = {} }) => auditFields))];
}
