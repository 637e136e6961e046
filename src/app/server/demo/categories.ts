/** The demo's categories of events. */
import { categoryCalls } from '#features/events/categories/category-contract.ts';
import type { Instant } from '#kit/day.ts';
import { type DemoChapter, memberAt } from './chapter.ts';
import type { DemoClient } from './demo-client.ts';
import { demoCategories } from './events.ts';
import { demoPeople } from './people.ts';

export async function nameCategories(client: DemoClient, chapter: DemoChapter, at: Instant) {
  const admin = memberAt(
    chapter,
    demoPeople.findIndex(({ displayName }) => displayName === 'Priya Raman'),
  );
  await client.call(admin, at, categoryCalls.change, { body: { items: demoCategories } });
}
