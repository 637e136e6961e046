const { stderr } = process;
const barWidth = 12;
let hasBar = false;

/** Prints progress to stderr, so that stdout carries only a command's own output. */
export function print(text) {
  stderr.write(`${hasBar ? '\r\u001B[K' : ''}${text}\n`);
}

/** Prints a message and exits with code 1. */
export function fail(text) {
  print(text);
  process.exit(1);
}

/** Reports what takes a while; on a terminal with a bar, whose progress `measure` returns. */
export async function withProgress(title, measure, act) {
  if (!stderr.isTTY) {
    print(`${title} …`);
    return act();
  }
  hasBar = true;
  const draw = () => stderr.write(`\r\u001B[K${title} ${drawBar(measure())}`);
  draw();
  const timer = setInterval(draw, 200);
  try {
    return await act();
  } finally {
    clearInterval(timer);
    draw();
    stderr.write('\n');
    hasBar = false;
  }
}

/** `share` is from 0 to 1, and may be more. */
export function drawBar({ share, text }) {
  const filled = Math.round(Math.min(share, 1) * barWidth);
  return `[${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}] ${text}`;
}
