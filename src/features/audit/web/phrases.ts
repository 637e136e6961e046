import { createContext, useContext } from 'react';
import { createPhrases, type Phrases } from '../words.ts';

/** Phrases with the texts of all features, provided by the screen. */
export const PhrasesContext = createContext<Phrases>(createPhrases([]));

export const usePhrases = () => useContext(PhrasesContext);
