import type { SaidField } from './contract.ts';

/** What a field is called on the panel, in exports and, in lower case, in the audit log and the sheets. */
export const fieldLabels: Readonly<Record<SaidField, string>> = {
  reference: 'Reference',
  note: 'Note',
};
export const saidFields = Object.keys(fieldLabels) as SaidField[];
