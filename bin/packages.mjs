/** What package-lock.json names, and which of it npm installs on this machine. */

/** Rounded, in MB, as they are on a disk of Linux; `packaging/start.test.ts` measures them. */
export const megabytes = { program: 590, withTools: 910 };

/** The paths of this machine's packages; `withTools` includes those that only tests need. */
export function listPackages(lock, { withTools, system = findSystem() }) {
  const fits = (allowed, here) => allowed === undefined || [allowed].flat().includes(here);
  return Object.entries(lock.packages)
    .filter(([path, { dev, optional, os, cpu, libc }]) => {
      // What WebAssembly needs names no system; npm leaves it out together with that.
      const isForNone = optional && os === undefined && cpu === undefined;
      const isForHere =
        fits(os, system.os) && fits(cpu, system.cpu) && (!system.libc || fits(libc, system.libc));
      return path !== '' && (withTools || !dev) && isForHere && !isForNone;
    })
    .map(([path]) => path);
}

function findSystem() {
  const { platform: os, arch: cpu } = process;
  if (os !== 'linux') return { os, cpu };
  const { glibcVersionRuntime } = process.report.getReport().header;
  return { os, cpu, libc: glibcVersionRuntime ? 'glibc' : 'musl' };
}

/** Compares with npm's record of what it installed; other platforms' packages may be missing. */
export function isComplete(lock, installed, { withTools }) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    const found = installed.packages[path];
    if (path === '' || found?.version === wanted.version) return true;
    const isOptional = wanted.optional || wanted.devOptional || (wanted.dev && !withTools);
    return found === undefined && isOptional;
  });
}
