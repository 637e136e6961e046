/** The samples of all features, each found by the name of its file. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Makers, Samples } from './sample.ts';

const src = join(import.meta.dirname, '../../..');

const found: readonly { samples: Samples; makers?: Makers }[] = await Promise.all(
  globSync('features/*/server/testing/samples.ts', { cwd: src })
    .toSorted()
    .map((file) => import(join(src, file))),
);

export const samples: Samples = Object.assign({}, ...found.map((each) => each.samples));
export const makers: Makers = Object.assign({}, ...found.map((each) => each.makers));
