/**
 * Loads the built server's files, and keeps what V8 has compiled of them for the next start: the
 * functions that ran as well. Node's own cache is made before a file runs, so that it lacks all of
 * them but a few; compiling those again is a seventh of a start.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

type Module = { exports: unknown };
type Compiled = { script: Script; source: Buffer; keptAt: string };

const sealBytes = 32;
const wrapper = ['(function (exports, require, module, __filename, __dirname) {', '\n})'] as const;

/**
 * The files of a folder, as CommonJS. `purpose` says what this process is for, as each needs other
 * functions of the same files. `keep` writes down what has been compiled since it was last called,
 * unless the next start has it already.
 */
export function loadsKeptCode(folder: string, purpose: string) {
  const builtIn = createRequire(join(folder, 'main.cjs'));
  const store = join(folder, '.compiled', purpose);
  const modules = new Map<string, Module>();
  let unkept: Compiled[] = [];

  function load(name: string): unknown {
    const known = modules.get(name);
    if (known) return known.exports;
    const module: Module = { exports: {} };
    modules.set(name, module);
    const file = join(folder, name);
    const requireFrom = (id: string) => (id.startsWith('./') ? load(id.slice(2)) : builtIn(id));
    const run = compile(file, join(store, name)).runInThisContext();
    run(module.exports, Object.assign(requireFrom, builtIn), module, file, folder);
    return module.exports;
  }

  function compile(file: string, keptAt: string): Script {
    const source = readFileSync(file);
    const cachedData = readKept(keptAt, source);
    const script = new Script(wrapper.join(source.toString()), {
      filename: file,
      columnOffset: -wrapper[0].length,
      ...(cachedData ? { cachedData } : {}),
    });
    // Rejected by another version of V8, or one with other settings.
    if (!cachedData || script.cachedDataRejected) unkept.push({ script, source, keptAt });
    return script;
  }

  function keep(): void {
    const missing = unkept;
    unkept = [];
    // Where nothing can be written, each start compiles: it takes longer, and is no worse.
    missing.every(({ script, source, keptAt }) => write(keptAt, source, script.createCachedData()));
  }

  return { load, keep };
}

/** V8 compares nothing but a source's length, and ends the process over code that was damaged. */
function sealOf(source: Buffer, code: Uint8Array): Buffer {
  return createHash('sha256').update(source).update(code).digest();
}

function readKept(file: string, source: Buffer): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  const code = bytes.subarray(sealBytes);
  return sealOf(source, code).equals(bytes.subarray(0, sealBytes)) ? code : undefined;
}

/** False when nothing can be written there. */
function write(file: string, source: Buffer, code: Uint8Array): boolean {
  const scratch = `${file}.${process.pid}`;
  try {
    // A program like the files it is made of: others may read it, whatever our umask says.
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(scratch, Buffer.concat([sealOf(source, code), code]), { mode: 0o644 });
    renameSync(scratch, file);
    return true;
  } catch {
    return false;
  }
}
