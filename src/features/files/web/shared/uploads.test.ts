import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { createUploads, type UploadWork } from './uploads.ts';

const file = (name: string) => new File(['content'], name);
const prepare = async (content: File) => ({ content, preview: undefined });

/** Deliveries that the test ends. */
function createDeliveries() {
  const running = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const signals = new Map<string, AbortSignal>();
  const deliver: UploadWork['deliver'] = ({ name }, { signal }) => {
    signals.set(name, signal);
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    running.set(name, { end: () => resolve(undefined), fail: reject });
    return promise;
  };
  return { deliver, running, signals };
}

const states = (uploads: ReturnType<typeof createUploads>) =>
  uploads.read().map(({ name, state }) => `${name} ${state}`);
const rest = () => new Promise((resolve) => setTimeout(resolve));

test('a few are sent at a time, in the order in which they were chosen', async () => {
  const { deliver, running } = createDeliveries();
  const uploads = createUploads({ prepare, deliver });
  uploads.add([file('a'), file('b'), file('c')]);
  await rest();
  expect(states(uploads)).toEqual(['a sending', 'b sending', 'c waiting']);
  running.get('b')?.end();
  await rest();
  expect(states(uploads)).toEqual(['a sending', 'b done', 'c sending']);
});

test('one that fails stays with its reason, stops no other, and is sent again on request', async () => {
  const { deliver, running } = createDeliveries();
  const uploads = createUploads({ prepare, deliver });
  uploads.add([file('a'), file('b')]);
  await rest();
  running.get('a')?.fail(new Error('lost'));
  running.get('b')?.end();
  const settled = await uploads.settle();
  expect(settled).toMatchObject([{ state: 'failed', error: new Error('lost') }, { state: 'done' }]);
  const [{ id } = { id: '' as never }] = settled;
  uploads.retry(id);
  await rest();
  running.get('a')?.end();
  expect(await uploads.settle()).toMatchObject([{ id, state: 'done' }, { state: 'done' }]);
});

test('one that is removed is canceled and makes room for the next', async () => {
  const { deliver, signals, running } = createDeliveries();
  const uploads = createUploads({ prepare, deliver });
  uploads.add([file('a'), file('b'), file('c')]);
  await rest();
  const [first] = uploads.read();
  if (first) uploads.remove(first.id);
  await rest();
  expect(signals.get('a')?.aborted).toBe(true);
  expect(states(uploads)).toEqual(['b sending', 'c sending']);
  running.get('a')?.fail(new Error('aborted'));
  await rest();
  expect(states(uploads)).toEqual(['b sending', 'c sending']);
});

test('one that has arrived leaves the list if another list shows it', async () => {
  const { deliver, running } = createDeliveries();
  const uploads = createUploads({ prepare, deliver, forgetsArrived: true });
  uploads.add([file('a'), file('b'), file('c')]);
  await rest();
  running.get('a')?.end();
  await rest();
  expect(states(uploads)).toEqual(['b sending', 'c sending']);
});

test('files are attached in the order in which they were chosen, past one that failed', async () => {
  const { deliver, running } = createDeliveries();
  const attached: Id<'file'>[] = [];
  const attach = async (id: Id<'file'>) => attached.push(id);
  const uploads = createUploads({ prepare, deliver, attach, forgetsArrived: true });
  uploads.add([file('a'), file('b'), file('c'), file('d')]);
  const [a, b, c, d] = uploads.read().map(({ id }) => id);
  await rest();
  running.get('b')?.end();
  await rest();
  expect(attached).toEqual([]);
  running.get('a')?.end();
  await rest();
  expect(attached).toEqual([a, b]);
  running.get('d')?.end();
  running.get('c')?.fail(new Error('lost'));
  await rest();
  expect(attached).toEqual([a, b, d]);
  if (c) uploads.retry(c);
  await rest();
  running.get('c')?.end();
  await rest();
  expect(attached).toEqual([a, b, d, c]);
});

test('one that waits for an earlier one can be canceled, and is not attached', async () => {
  const { deliver, running } = createDeliveries();
  const attached: Id<'file'>[] = [];
  const attach = async (id: Id<'file'>) => attached.push(id);
  const uploads = createUploads({ prepare, deliver, attach });
  uploads.add([file('a'), file('b')]);
  const [a, b] = uploads.read().map(({ id }) => id);
  await rest();
  running.get('b')?.end();
  await rest();
  if (b) uploads.remove(b);
  running.get('a')?.end();
  await uploads.settle();
  expect(attached).toEqual([a]);
});

test('one that is sent again keeps none waiting that was under way before', async () => {
  const { deliver, running } = createDeliveries();
  const attached: Id<'file'>[] = [];
  const attach = async (id: Id<'file'>) => attached.push(id);
  const uploads = createUploads({ prepare, deliver, attach });
  uploads.add([file('a'), file('b'), file('c')]);
  const [a, b, c] = uploads.read().map(({ id }) => id);
  await rest();
  running.get('a')?.fail(new Error('lost'));
  await rest();
  if (a) uploads.retry(a);
  expect(states(uploads)).toEqual(['a waiting', 'b sending', 'c sending']);
  running.get('b')?.end();
  running.get('c')?.end();
  await rest();
  expect(attached).toEqual([b, c]);
  running.get('a')?.end();
  await rest();
  expect(attached).toEqual([b, c, a]);
});
