/** Members as CSV, with the columns that an import reads. */
import { formatCsv } from '#kit/csv.ts';
import { instantToDay } from '#kit/day.ts';
import type { Member } from './contract.ts';
import { fieldLabels, hideableFields, type OptionalTexts } from './profile.ts';

export type ExportedMember = Member & OptionalTexts;

/** With days in the zone of the chapter. */
export function formatMembersCsv(members: readonly ExportedMember[], zone: string): string {
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
      instantToDay(member.audit.createdAt, zone),
      member.externalUserIdentifier ?? member.id,
    ]),
  ]);
}
