/** Another commit of this project, built beside this checkout, to compare with. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectNode, root } from './install.mjs';
import { fail } from './print.mjs';
import { run } from './run.mjs';

/** Checks out and builds `commit` in a temporary folder, with this checkout's bench/. Returns it and how to remove it. */
export async function buildOther(commit) {
  const folder = join(mkdtempSync(join(tmpdir(), 'chapter-hub-other-')), 'checkout');
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  const remove = () => {
    rmSync(join(folder, '..'), { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    const isSame = (name) =>
      readFileSync(join(folder, name), 'utf8') === readFileSync(join(root, name), 'utf8');
    // Hard links: a copy of the packages that costs no space and no time.
    if (isSame('package-lock.json')) {
      execFileSync('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
    }
    const { code } = await run(projectNode(), [join(folder, 'bin', 'build.mjs')], { cwd: folder });
    if (code !== 0) fail(`${commit} could not be built.`);
    rmSync(join(folder, 'bench'), { recursive: true });
    cpSync(join(root, 'bench'), join(folder, 'bench'), { recursive: true });
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
