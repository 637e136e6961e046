/** Every feature on the server, with its dependencies on other features. */
import { auditArea } from '#features/audit/server/area.ts';
import { type BackupAreaOptions, backupArea } from '#features/backups/server/area.ts';
import { queueFirstBackup } from '#features/backups/server/queue-backup.ts';
import { chapterArea } from '#features/chapters/server/area.ts';
import { joinByIdentity } from '#features/chapters/server/invitations/join-by-identity.ts';
import { type ChapterCreation, viewSetUp } from '#features/chapters/server/set-up.ts';
import { duesArea } from '#features/dues/server/area.ts';
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
import { listVisits } from '#features/news/server/visit-store.ts';
import { noticeArea, noticeFacets } from '#features/notices/server/area.ts';
import { weekAhead } from '#features/notices/server/week-ahead.ts';
import { paymentArea } from '#features/payments/server/area.ts';
import { recordOutsidePayments } from '#features/payments/server/record-batch.ts';
import { resourceArea } from '#features/resources/server/area.ts';
import { walletArea } from '#features/wallets/server/area.ts';
import type { Area } from '#server/area.ts';
import { demoSignIns } from './demo/people.ts';
import { eraseRoutes } from './erase-member/erase-routes.ts';
import { ownDataRoutes } from './own-data/own-data-routes.ts';

/** Features that need nothing of others. */
const plainAreas: readonly Area[] = [walletArea, paymentArea, duesArea, resourceArea];

type Facets = Omit<Area, 'addRoutes'>;

/** What every feature says of itself, in the order of archives. */
const areas: readonly Facets[] = [
  identityArea,
  chapterArea,
  memberArea,
  eventArea,
  expenseArea,
  ...plainAreas,
  fileArea,
  noticeFacets,
  auditArea,
];

/** What an exported chapter shows. */
export const sheets = areas.flatMap((area) => area.sheets ?? []);
/** What members take along. */
export const ownSheets = areas.flatMap((area) => area.ownSheets ?? []);
/** The emails to members. */
export const noticeSources = [
  ...areas.flatMap(({ notices }) => notices ?? []),
  weekAhead(
    areas.flatMap((area) => area.weekAhead ?? []),
    listVisits,
  ),
];

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
  return [
    give(identityArea, [identity, { readSignedOutInfo, joinByIdentity }]),
    give(chapterArea, [
      identity,
      {
        defaults,
        prepareChapter: async (tx, chapter, context) => {
          await createMainCalendar(tx, chapter, context);
          if (backups.nightly) await queueFirstBackup(tx, context.newId, context.now);
        },
      },
    ]),
    give(memberArea, { onRemoved: releaseSpotsOfMember, onEnabled: promoteEnabledMember }),
    give(fileArea, { maxChapterBytes: maxFileBytes }),
    give(eventArea, {
      countExpenses: countExpensesOfEvent,
      isDemo,
      sendsMail: identity.sendsMail,
    }),
    give(expenseArea, { recordOutsidePayments }),
    ...plainAreas,
    give(
      newsArea,
      areas.flatMap(({ news }) => news ?? []),
    ),
    noticeArea({ ...identity, sources: noticeSources }),
    backupArea(backups),
    { addRoutes: (api) => ownDataRoutes(api, ownSheets) },
    { addRoutes: (api) => eraseRoutes(api, areas) },
    give(auditArea, areas),
  ];
}

/** Gives an area what it needs of others. */
function give<Options>(area: Area<Options>, options: Options): Area {
  return { ...area, addRoutes: (api) => area.addRoutes(api, options) };
}
