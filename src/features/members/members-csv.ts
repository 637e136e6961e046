/** Members as CSV, with the columns that an import reads. */
import { formatCsv } from '#kit/csv.ts';
import type { Member } from './contract.ts';
import { fieldLabels, hideableFields, type OptionalTexts } from './profile.ts';

export type ExportedMember = Member & OptionalTexts;

export function formatMembersCsv(members: readonly ExportedMember[]): string {
  return formatCsv([
    [
      'First name',
      'Last name',
      ...hideableFields.map((field) => fieldLabels[field]),
      'Member since',
      'ID',
    ],
    ...members.map((member) => [
      member.firstName,
      member.lastName,
      ...hideableFields.map((field) => member[field] ?? ''),
      member.audit.createdAt.slice(0, 10),
      member.externalUserIdentifier ?? member.id,
    ]),
  ]);
}
