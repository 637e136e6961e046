/** A server of this process on a chapter that was just set up, whose clock a journey sets. */
import { mkdir, rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import pg from 'pg';
import type { Instant } from '#kit/day.ts';
import { readConfig } from '#server/config/config.ts';
import { connect } from '#server/database/db.ts';
import { pendingMigrations } from '#server/database/migrate.ts';
import {
  admin,
  copyFoundedChapter,
  foldersIn,
  settingsOn,
  startDatabase,
} from './founded-chapter.ts';
import { expect } from './journey.ts';
import { serveAt } from './serve-at.ts';

export type DatedHub = Awaited<ReturnType<typeof startDatedHub>>;

export async function startDatedHub(clock: () => Instant) {
  const home = await copyFoundedChapter();
  const { dataDir } = foldersIn(home);
  await mkdir(dataDir, { recursive: true });
  const embedded = await startDatabase(home);
  const settings = settingsOn(embedded);
  const database = connect(embedded.appUrl, { poolSize: 8 });
  const server = await serveAt(clock, {
    config: readConfig({ ...settings, RATE_LIMIT: 'off' }, { data: dataDir }),
    db: database.db,
    ownerUrl: embedded.ownerUrl,
    secret: settings.HUB_SECRET,
    isDemo: false,
    pendingMigrations: () => pendingMigrations(database.pool),
  });
  const owner = new pg.Client({ connectionString: embedded.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');

  return {
    url: server.url,
    /** As the owner of the tables. */
    sql: async (statement: string, values: readonly unknown[] = []) =>
      (await owner.query(statement, [...values])).rows as Record<string, unknown>[],
    /** A member who joined then, and signs in with the password of the admin. */
    addMember: async (name: string, joinedAt: string) => {
      const [first, ...rest] = name.split(' ');
      await owner.query(
        `with account as (
          insert into auth.account (id, name, email, is_email_verified, password_hash)
          select gen_random_uuid(), $1, $2, true, password_hash from auth.account where email = $3
          returning id
        ), joined as (
          insert into member (chapter_id, id, account_id, display_name, first_name, last_name, email, created_at, updated_at)
          select c.id, gen_random_uuid(), a.id, $1, $4, $5, $2, $6, $6 from account a, chapter c
          returning chapter_id, id, account_id
        )
        insert into account_chapter (account_id, chapter_id, member_id) select account_id, chapter_id, id from joined`,
        [name, emailOf(name), admin.email, first, rest.join(' '), joinedAt],
      );
    },
    close: async () => {
      await owner.end();
      await server.close();
      await database.close();
      await embedded.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.org`;

/** Signs in without the dialog, as one of `addMember`, or as the admin. */
export async function signInAs(page: Page, name?: string): Promise<void> {
  const data = { email: name ? emailOf(name) : admin.email, password: admin.password };
  // What the page still loads belongs to the session before.
  await page.goto('about:blank');
  const reply = await page.request.post('/api/auth/sign-in', { data });
  expect(reply.status()).toBe(200);
}
