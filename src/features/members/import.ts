/** Plans the import of a file of members, row by row. */
import { email as emailText } from '#features/identity/contract.ts';
import type { Id } from '#kit/id.ts';
import {
  changedFields,
  fieldLabels,
  hideableFields,
  type OptionalField,
  optionalFields,
  type Profile,
  textFields,
} from './profile.ts';
import { profileTexts } from './profile-contract.ts';

/** Fields a column may contain; `name` is the full name. */
export const importFields = ['email', 'name', 'firstName', 'lastName', ...optionalFields] as const;
export type ImportField = (typeof importFields)[number];

export const maxRows = 5_000;
/** In characters. */
export const maxFileLength = 1_000_000;

/** Each column's field; null if the column is ignored. */
export type Columns = readonly (ImportField | null)[];

/** What others call a field; an export's own headers are known. */
const headerPatterns: Partial<Record<ImportField, RegExp>> = {
  email: /^(e?mail(address)?|emailaddress|primaryemail|emailaddress1)$/,
  firstName: /^(first|given|fore)(name)?$/,
  lastName: /^((last|family|sur)(name)?)$/,
  name: /^((full|display|member)?name|member|fn)$/,
  primaryPhone: /^((primary|mobile|cell|work)?(phone|telephone|tel)(number|no)?|mobile|cell)$/,
  company: /^(company|companyname|organi[sz]ation|business|employer|org)$/,
  title: /^(title|jobtitle|role|position)$/,
  website: /^(web(site|page)?|url|homepage)$/,
  city: /^(city|town|location)$/,
  bio: /^(bio|about|aboutme|notes?|description)$/,
  headline: /^(headline|tagline)$/,
  asks: /^(asks?|lookingfor)$/,
  offers: /^(offers?|canhelpwith)$/,
};

/** Guesses the columns' fields from their headers; each field at most once. */
export function guessColumns(headers: readonly string[]): Columns {
  const taken = new Set<ImportField>();
  return headers.map((header) => {
    const name = header
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '');
    const field = importFields.find((each) => !taken.has(each) && isHeaderOf(each, name));
    if (field) taken.add(field);
    return field ?? null;
  });
}

function isHeaderOf(field: ImportField, name: string): boolean {
  const label = field in fieldLabels ? fieldLabels[field as OptionalField] : field;
  return headerPatterns[field]?.test(name) || name === label.toLowerCase().replaceAll(' ', '');
}

export type FileRow = { readonly line: number; readonly cells: readonly string[] };

/** An existing member. */
export type KnownMember = {
  readonly id: Id<'member'>;
  readonly status: 'active' | 'disabled' | 'removed';
  readonly profile: Profile;
};

export type PlannedRow = {
  readonly line: number;
  readonly name: string;
  readonly email: string;
} & (
  | { readonly outcome: 'new'; readonly profile: Profile }
  | {
      readonly outcome: 'changed';
      readonly id: Id<'member'>;
      readonly before: Profile;
      readonly profile: Profile;
    }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'failed'; readonly reason: string }
);

/**
 * Decides the outcome of each row. Members are matched by address; an empty cell changes nothing.
 * Fields visible only to their owner are neither changed nor compared, and a member whose address
 * is hidden from admins is not changed at all: a report must not reveal what a profile hides.
 *
 * Row by row and in order, so that the caller can let others work in between.
 */
export function createRowPlanner(
  columns: Columns,
  known: ReadonlyMap<string, KnownMember>,
  empty: Profile,
): (row: FileRow) => PlannedRow {
  const firstLines = new Map<string, number>();
  return ({ line, cells }) => {
    const texts = readCells(cells, columns);
    const typed = texts.email ?? '';
    const name = `${texts.firstName ?? ''} ${texts.lastName ?? ''}`.trim();
    const failed = (reason: string) =>
      ({ outcome: 'failed', line, name, email: typed, reason }) as const;
    if (typed === '') return failed('Email is missing');
    const read = emailText.safeParse(typed);
    if (!read.success) return failed('Email: Must be a valid email address');
    const email = read.data;
    const first = firstLines.get(email);
    if (first !== undefined) return failed(`Same email as row ${first}`);
    firstLines.set(email, line);
    const wrong = findInvalidField(texts);
    if (wrong) return failed(wrong);
    const member = known.get(email);
    if (!member) {
      if (!texts.firstName) return failed('Name is missing');
      return {
        outcome: 'new',
        line,
        name,
        email,
        profile: { ...empty, ...pickVisibleFields(texts, empty) },
      };
    }
    if (member.status === 'removed') {
      return failed('This person was removed. Invite them again to bring them back.');
    }
    const unchanged = { outcome: 'unchanged', line, name, email } as const;
    if (member.profile.privacy.email === 'me') return unchanged;
    const profile = { ...member.profile, ...pickVisibleFields(texts, member.profile) };
    if (changedFields(member.profile, profile).length === 0) return unchanged;
    return {
      outcome: 'changed',
      line,
      name: `${profile.firstName} ${profile.lastName}`.trim(),
      email,
      id: member.id,
      before: member.profile,
      profile,
    };
  };
}

type Texts = Partial<Record<'email' | 'firstName' | 'lastName' | OptionalField, string>>;

function readCells(cells: readonly string[], columns: Columns): Texts {
  const texts: Texts = {};
  for (const [index, field] of columns.entries()) {
    const text = stripFormulaQuote(cells[index] ?? '').trim();
    if (!field || text === '') continue;
    if (field !== 'name') texts[field] = text;
    else {
      const [first = '', ...rest] = text.split(/\s+/);
      texts.firstName ??= first;
      texts.lastName ??= rest.join(' ');
    }
  }
  return texts;
}

/** Removes the apostrophes that an export puts before what a spreadsheet would evaluate. */
function stripFormulaQuote(cell: string): string {
  return cell.replaceAll(/(^|[;|\t\r\n])'(?=["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/gu, '$1');
}

const textLabels = { firstName: 'First name', lastName: 'Last name', ...fieldLabels };

function findInvalidField(texts: Texts): string | undefined {
  for (const field of textFields) {
    const text = texts[field];
    if (text === undefined) continue;
    const read = profileTexts[field].safeParse(text);
    if (!read.success) {
      return `${textLabels[field]}: ${read.error.issues[0]?.message ?? 'Invalid value'}`;
    }
  }
  return undefined;
}

/** The row's fields, without those visible only to the member. */
function pickVisibleFields(texts: Texts, { privacy }: Profile): Partial<Profile> {
  const { email: _, ...fields } = texts;
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => {
      const hideable = hideableFields.find((each) => each === field);
      return !hideable || privacy[hideable] !== 'me';
    }),
  );
}

/** Counts the rows per outcome. */
export function countRows(rows: readonly PlannedRow[]) {
  const count = (outcome: PlannedRow['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    failed: count('failed'),
  };
}
