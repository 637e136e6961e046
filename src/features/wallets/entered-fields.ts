/** What people state of a transaction is called and reads the same wherever it is shown. */
import type { EnteredField, EnteredFields } from './contract.ts';

/** In the order of a transaction's versions; in lower case in the audit log and the sheets. */
export const fieldLabels: Readonly<Record<EnteredField, string>> = {
  amount: 'Amount',
  userId: 'User',
  description: 'Description',
  referenceId: 'Reference',
  metadataJson: 'Metadata',
};
export const enteredFields = Object.keys(fieldLabels) as EnteredField[];

/** Lists and exports have places for these; every other field is shown where the reference is. */
const placed: readonly EnteredField[] = ['amount', 'userId', 'description', 'metadataJson'];
export const furtherFields = enteredFields.filter((field) => !placed.includes(field));

/** A field as it reads without a currency or a name; empty if it says nothing. */
export function describeField(entered: EnteredFields, field: EnteredField): string {
  const text = String(entered[field] ?? '');
  // An empty object, with which the edit form starts, means no metadata.
  return field === 'metadataJson' && text === '{}' ? '' : text;
}

/** What a list says beside the description: the reference, and any other field by its name. */
export function describeFurther(entered: EnteredFields): string {
  const texts = furtherFields.flatMap((field) => {
    const text = describeField(entered, field);
    if (text === '') return [];
    return field === 'referenceId' ? text : `${fieldLabels[field]} ${text}`;
  });
  return texts.join(' · ');
}
