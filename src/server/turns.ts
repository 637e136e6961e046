/** Long work in turns, so that others are answered meanwhile. */
import { setImmediate } from 'node:timers/promises';

/** An answer takes half a dozen turns: it waits in each for whoever works. */
const turnMilliseconds = 1;

/** As `map`, in turns. */
export async function mapInTurns<Each, Made>(
  all: Iterable<Each>,
  make: (each: Each) => Made,
): Promise<Made[]> {
  const nextTurn = createTurns();
  const made: Made[] = [];
  for (const each of all) {
    made.push(make(each));
    await nextTurn();
  }
  return made;
}

/** To be awaited after each small step: lets others work once this turn has taken its time, on any machine. */
export function createTurns(): () => Promise<void> {
  let end = performance.now() + turnMilliseconds;
  return async () => {
    if (performance.now() < end) return;
    await setImmediate();
    end = performance.now() + turnMilliseconds;
  };
}
