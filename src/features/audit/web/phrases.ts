import { createContext, useContext } from 'react';
import { createPhrases, type Phrases } from '../words.ts';

/** In the words of all features, which the screen is given. */
export const PhrasesContext = createContext<Phrases>(createPhrases([]));

export const usePhrases = () => useContext(PhrasesContext);
