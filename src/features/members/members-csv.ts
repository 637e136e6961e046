/** Members as CSV, with the columns that an import reads. */
import { formatCsv } from '#kit/csv.ts';
import type { ListedMember } from './directory-contract.ts';

export type ExportedMember = ListedMember & {
  readonly website: string | null;
  readonly bio: string | null;
};

const csvColumns = [
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Company',
  'Title',
  'Website',
  'City',
  'About',
  'Headline',
  'Asks',
  'Offers',
  'Member since',
  'ID',
] as const;

export function formatMembersCsv(members: readonly ExportedMember[]): string {
  return formatCsv([
    csvColumns,
    ...members.map((member) => [
      member.firstName,
      member.lastName,
      member.email,
      member.primaryPhone ?? '',
      member.company ?? '',
      member.title ?? '',
      member.website ?? '',
      member.city ?? '',
      member.bio ?? '',
      member.headline ?? '',
      member.asks ?? '',
      member.offers ?? '',
      member.audit.createdAt.slice(0, 10),
      member.externalUserIdentifier ?? member.id,
    ]),
  ]);
}
