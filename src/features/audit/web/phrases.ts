import { createContext, useContext } from 'react';
import type { AuditPages } from '#web/audit-pages.ts';
import { createPhrases, type Phrases } from '../words.ts';

/** Phrases with the texts of all features, provided by the screen. */
export const PhrasesContext = createContext<Phrases>(createPhrases([]));

export const usePhrases = () => useContext(PhrasesContext);

/** The pages of all features, provided by the screen. */
export const PagesContext = createContext<AuditPages>({});

export const usePages = () => useContext(PagesContext);
