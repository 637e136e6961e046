import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { createScene, logExpense, type Scene, toParams } from '#features/expenses/testing/scene.ts';
import { toReplyBytes } from './reply-bytes.ts';
import { apiBase } from './serve.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
  scene = await createScene(hub);
  await logExpense(scene, { title: 'Long', description: 'x'.repeat(2_000) });
});
afterAll(() => hub?.close());

const get = (path: string, accepted: string) =>
  hub.request({
    url: apiBase + path,
    headers: { authorization: `Bearer ${scene.ann.token}`, 'accept-encoding': accepted },
  });

test('a list is sent in the best accepted encoding, with identical bytes', async () => {
  const plain = await get('/expenses', 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const forms = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
  ] as const;
  for (const [accepted, encoding, decompress] of forms) {
    const reply = await get('/expenses', accepted);
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length);
    expect(decompress(reply.rawPayload).toString()).toBe(plain.payload);
  }
});

test('text in any script is sent unchanged', async () => {
  await logExpense(scene, { title: 'Früchte für 東京 🍎' });
  for (const repeated of ['first', 'cached']) {
    const reply = await get('/expenses', 'identity');
    expect(reply.json().expenses.items[0].title, repeated).toBe('Früchte für 東京 🍎');
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
  }
});

test('short and versioned replies are not compressed', async () => {
  const expense = await logExpense(scene, { description: 'y'.repeat(2_000) });
  const { expenseId } = toParams(expense);
  for (const path of [expenseCalls.categories.path, `/expenses/${expenseId}`]) {
    const reply = await get(path, 'br, gzip');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-encoding']).toBeUndefined();
  }
});

test('a cached reply holds no more memory than its bytes', async () => {
  for (const characters of [2_000, 300_000]) {
    const reply = JSON.stringify({ text: 'z'.repeat(characters) });
    for (const accepted of ['br', 'gzip', 'identity']) {
      const made = await toReplyBytes({ status: 200, etag: null, reply }, accepted);
      const bytes = made?.bytes;
      expect(bytes?.length).toBeLessThan(accepted === 'identity' ? characters + 20 : 2_000);
      expect(bytes?.buffer.byteLength).toBe(bytes?.length);
    }
  }
});
