/**
 * Two tiers of journeys. The gate, which `npm test` runs, has the main path of every area. `npm run
 * test:all` runs everything, and only it runs journeys tagged `@all` and the specs listed here.
 */
import type { Tier } from '#app/testing/amounts.ts';

export const tagOfAll = '@all';

/** Specs of which the gate runs nothing. */
export const specsOfAll = [
  'api-docs.spec.ts',
  'audit.spec.ts',
  'backups.spec.ts',
  'calendar-all.spec.ts',
  'calendar-axe.spec.ts',
  'calendar-changing.spec.ts',
  'calendar-conflicts.spec.ts',
  'calendar-failures.spec.ts',
  'calendar-keys.spec.ts',
  'calendar-week.spec.ts',
  'calendar.spec.ts',
  'categories.spec.ts',
  'clicks-members.spec.ts',
  'clicks-new-chapter.spec.ts',
  'clicks-officers.spec.ts',
  'dinner.spec.ts',
  'directory-import-export.spec.ts',
  'directory.spec.ts',
  'documents.spec.ts',
  'double-clicks.spec.ts',
  'event-files.spec.ts',
  'exact-figures.spec.ts',
  'expenses-accessible.spec.ts',
  'expenses-dialogs.spec.ts',
  'expenses-failures.spec.ts',
  'expenses-form.spec.ts',
  'expenses-list.spec.ts',
  'expenses-overrides.spec.ts',
  'expenses-refusals.spec.ts',
  'forced-colors.spec.ts',
  'look.spec.ts',
  'lookups.spec.ts',
  'older-browsers.spec.ts',
  'palette.spec.ts',
  'people-failures.spec.ts',
  'people.spec.ts',
  'phone.spec.ts',
  'presses.spec.ts',
  'recurring.spec.ts',
  'roles.spec.ts',
  'rsvps.spec.ts',
  'settling-many.spec.ts',
  'starting.spec.ts',
  'still.spec.ts',
  'tables.spec.ts',
  'toasts.spec.ts',
  'treasurers-evening.spec.ts',
  'ui-gallery.spec.ts',
  'unsaved-forms.spec.ts',
  'wallets-conflicts.spec.ts',
  'wallets-extreme-values.spec.ts',
  'wallets-failures.spec.ts',
  'wallets-figures.spec.ts',
  'wallets-refusals.spec.ts',
  'wallets-screens.spec.ts',
];

/** Playwright's settings for a tier. */
export const configureTier = (tier: Tier) =>
  tier !== 'gate'
    ? { ignored: [], retries: 0 }
    : {
        grepInvert: new RegExp(tagOfAll),
        ignored: specsOfAll,
        // A journey that fails is tried once more, alone, after the others. If it passes then, the run
        // passes and names it as unstable.
        retries: 1,
        retryStrategy: 'isolated' as const,
      };
