/** A real S3 server for tests, where the machine has Debian's `python3-swift`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { hasOrSay } from '#app/testing/say.ts';
import type { BucketAddress } from '../bucket-address.ts';
import { openService } from '../service.ts';

const python = '/usr/bin/python3';

export const hasS3Server = hasOrSay(
  existsSync('/usr/lib/python3/dist-packages/swift') && existsSync(python),
  'Tests of buckets',
  "Debian's python3-swift",
);

export type S3Server = { address: BucketAddress; port: number; close(): Promise<void> };

/** Starts it with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'chapter-hub-s3-'));
  const script = join(import.meta.dirname, 's3-server.py');
  const child = spawn(python, [script, folder], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const port = Number(value);
  if (!(port > 0)) throw new Error('The S3 server did not start');
  const address = {
    endpoint: `http://127.0.0.1:${port}/hub`,
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    prefix: 'folder/',
  };
  const { client, bucket } = openService(address);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    address,
    port,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
