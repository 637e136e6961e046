import type { AddressInfo } from 'node:net';
import { createHub, type HubOptions } from '#app/server/hub.ts';
import type { Instant } from '#kit/day.ts';
import { createStorageWatch } from '#server/checks/storage.ts';

type Served = Pick<
  HubOptions,
  'config' | 'db' | 'ownerUrl' | 'secret' | 'isDemo' | 'pendingMigrations'
>;

/** A server of this process on any free port, for which it is what the clock says. */
export async function serveAt(
  clock: () => Instant,
  served: Served,
): Promise<{ url: string; close(): Promise<void> }> {
  let url = '';
  const { app } = await createHub({
    ...served,
    publicUrl: () => url,
    figuresCheck: () => 'done',
    storage: createStorageWatch(() => {}),
    clock,
    logger: false,
  });
  await app.listen({ host: 'localhost', port: 0 });
  url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  return { url, close: () => app.close() };
}
