import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { makeScene, type Scene } from './scene.ts';

/** One app for a file of tests, a chapter of its own for each, and in the end everything adds up. */
export function setScenes(use: (hub: TestHub, scene: Scene) => void): void {
  let hub: TestHub;
  beforeAll(async () => {
    hub = await startTestHub();
  });
  beforeEach(async () => use(hub, await makeScene(hub)));
  afterAll(async () => {
    expect(await hub.differences()).toEqual([]);
    await hub.close();
  });
}
