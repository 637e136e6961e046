import type { RecordedField } from './contract.ts';

/** What a field is called on the panel, in exports and, in lower case, in the audit log and the sheets. */
export const fieldLabels: Readonly<Record<RecordedField, string>> = {
  reference: 'Reference',
  note: 'Note',
};
export const recordedFields = Object.keys(fieldLabels) as RecordedField[];
