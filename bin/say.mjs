/** Progress for a person. It goes to stderr, so that a command's own output stays clean. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Ends with a message and a failure. */
export function giveUp(text) {
  say(text);
  process.exit(1);
}
