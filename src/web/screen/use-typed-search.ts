import { useEffect, useState } from 'react';

/** Long enough that typing a word is one entry of the address, short enough to survive a reload. */
const pauseMilliseconds = 250;

/**
 * What is typed into a search box whose text also lives in the address. Typing shows at once and
 * reaches the address after a pause; an address that changes by itself (Back, a link) wins.
 */
export function useTypedSearch(
  inAddress: string,
  writeAddress: (text: string) => void,
): [string, (text: string) => void] {
  const [state, setState] = useState({ typed: inAddress, seen: inAddress, written: inAddress });
  if (inAddress !== state.seen) {
    const isOurs = inAddress === state.written;
    setState({
      typed: isOurs ? state.typed : inAddress,
      seen: inAddress,
      written: isOurs ? state.written : inAddress,
    });
  }
  const { typed, written } = state;

  useEffect(() => {
    if (typed === written) return undefined;
    const timer = setTimeout(() => {
      setState((now) => ({ ...now, written: typed }));
      writeAddress(typed);
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, written, writeAddress]);

  return [typed, (text) => setState((now) => ({ ...now, typed: text }))];
}
