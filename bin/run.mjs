import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Whether a file is the one that was started, not one that is imported. */
export function isStarted(url) {
  const [, started] = process.argv;
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}

/** Runs a program to its end; its exit code, and what it printed when `isQuiet` keeps it back. */
export function run(command, args, { isQuiet = false, env = {}, cwd } = {}) {
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
    child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), output }));
  });
}

/**
 * Becomes another program as far as the caller can tell: signals reach it once (a terminal's Ctrl-C
 * arrives here both from the terminal and from npm), and its exit code becomes ours.
 */
export function become(command, args, { env = {} } = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: 'inherit',
    // Out of the terminal's reach, so that what arrives is only what is passed on here.
    detached: process.platform !== 'win32',
  });
  let lastPassedOn = -Infinity;
  const passOn = (signal) => {
    if (performance.now() - lastPassedOn < 1_000) return;
    lastPassedOn = performance.now();
    child.kill(signal);
  };
  process.on('SIGINT', () => passOn('SIGINT'));
  process.on('SIGTERM', () => passOn('SIGTERM'));
  process.on('SIGHUP', () => passOn('SIGTERM'));
  // A signal to npm ends the shell between npm and us, and never comes here: its end has to do.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return;
    clearInterval(watch);
    passOn('SIGTERM');
  }, 100);
  process.on('exit', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      process.exit(127);
    });
    child.once('close', (code, signal) => {
      clearInterval(watch);
      process.exitCode = exitCode(code, signal);
      resolve(process.exitCode);
    });
  });
}

function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
