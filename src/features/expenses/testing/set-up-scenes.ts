import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { createScene, type Scene } from './scene.ts';

/** One app per test file and one chapter per test; at the end, all figures must reconcile. */
export function setUpScenes(use: (hub: TestHub, scene: Scene) => void): void {
  let hub: TestHub;
  beforeAll(async () => {
    hub = await startTestHub();
  });
  beforeEach(async () => use(hub, await createScene(hub)));
  afterAll(async () => {
    expect(await hub.differences()).toEqual([]);
    await hub.close();
  });
}
