/** What tests report to their reader, whatever the reporter. */
import { spawnSync } from 'node:child_process';

export function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

/** A skipped test does not say by itself what is missing. */
export function hasOrSay(has: boolean, tests: string, needed: string): boolean {
  if (!has) say(`${tests} are skipped: they need ${needed}`);
  return has;
}

export function runs(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}
