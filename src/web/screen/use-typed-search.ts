import { useEffect, useState } from 'react';

/** Long enough to write a typed word once, short enough not to lose it on reload. */
const pauseMilliseconds = 250;

/**
 * The text of a search box that is also kept in the address. Typing shows at once and reaches the
 * address after a pause; a change of the address by Back or a link wins.
 */
export function useTypedSearch(
  addressText: string,
  writeAddress: (text: string) => void,
): [string, (text: string) => void] {
  const [state, setState] = useState({
    typed: addressText,
    seen: addressText,
    written: addressText,
  });
  if (addressText !== state.seen) {
    const isOwnChange = addressText === state.written;
    setState({
      typed: isOwnChange ? state.typed : addressText,
      seen: addressText,
      written: isOwnChange ? state.written : addressText,
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
