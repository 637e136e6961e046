import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Whether a module was started directly rather than imported. */
export function isMainModule(url) {
  const [, started] = process.argv;
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}

/**
 * Runs a program to its end. Returns its exit code and, with `isQuiet`, what it printed, which `watch` may
 * read on the way.
 */
export function run(command, args, { isQuiet = false, env = {}, cwd, watch } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...(isQuiet ? { NO_COLOR: '1' } : {}), ...env },
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    watch?.(child, () => output);
    child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.once('close', (code, signal) => resolve({ code: toExitCode(code, signal), output }));
  });
}

/**
 * Runs a program in place of this one: signals reach it once (Ctrl-C arrives here both from the
 * terminal and from npm), and its exit code becomes ours.
 */
export function runInForeground(command, args, { env = {} } = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: 'inherit',
    // In a process group of its own, so that it receives only the signals forwarded here.
    detached: process.platform !== 'win32',
  });
  let lastForwardedAt = -Infinity;
  const forward = (signal) => {
    if (performance.now() - lastForwardedAt < 1_000) return;
    lastForwardedAt = performance.now();
    child.kill(signal);
  };
  process.on('SIGINT', () => forward('SIGINT'));
  process.on('SIGTERM', () => forward('SIGTERM'));
  process.on('SIGHUP', () => forward('SIGTERM'));
  // A signal to npm ends the shell between npm and us without reaching us; watch for a new parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
    clearInterval(watch);
    forward('SIGTERM');
  }, 100);
  process.on('exit', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      process.exit(127);
    });
    child.once('close', (code, signal) => {
      clearInterval(watch);
      process.exitCode = toExitCode(code, signal);
      resolve(process.exitCode);
    });
  });
}

function toExitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
