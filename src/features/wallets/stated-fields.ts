/** What people state of a transaction is called and reads the same wherever it is shown. */
import type { Stated, StatedField } from './contract.ts';

/** In the order of a transaction's versions; in lower case in the audit log and the sheets. */
export const fieldLabels: Readonly<Record<StatedField, string>> = {
  amount: 'Amount',
  userId: 'User',
  description: 'Description',
  referenceId: 'Reference',
  metadataJson: 'Metadata',
};
export const statedFields = Object.keys(fieldLabels) as StatedField[];

/** Lists and exports have places for these; every other field is shown where the reference is. */
const placed: readonly StatedField[] = ['amount', 'userId', 'description', 'metadataJson'];
export const furtherFields = statedFields.filter((field) => !placed.includes(field));

/** A field as it reads without a currency or a name; empty if it says nothing. */
export function describeField(stated: Stated, field: StatedField): string {
  const text = String(stated[field] ?? '');
  // An empty object, with which the edit form starts, means no metadata.
  return field === 'metadataJson' && text === '{}' ? '' : text;
}

/** What a list says beside the description: the reference, and any other field by its name. */
export function describeFurther(stated: Stated): string {
  const texts = furtherFields.flatMap((field) => {
    const text = describeField(stated, field);
    if (text === '') return [];
    return field === 'referenceId' ? text : `${fieldLabels[field]} ${text}`;
  });
  return texts.join(' · ');
}
