/** Prints progress to stderr, so that stdout carries only a command's own output. */
export function print(text) {
  process.stderr.write(`${text}\n`);
}

/** Prints a message and exits with code 1. */
export function fail(text) {
  print(text);
  process.exit(1);
}
