/** Plans the import of a file of members, row by row. */
import { findInvitees } from '#features/chapters/invitee-text.ts';
import type { Id } from '#kit/id.ts';
import { toLine, toText } from '#kit/line.ts';
import { cut } from '#kit/text.ts';
import { isHonorific, splitFullName } from './names.ts';
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
/** In characters, without the photos of vCards. */
export const maxFileLength = 1_000_000;

/** Each column's field; null if the column is ignored. */
export type Columns = readonly (ImportField | null)[];

/**
 * What others call a field, with those of the exports of contacts, of customers and of who comes to an event. Notes and
 * descriptions are no field: what a treasurer wrote about someone must not become what everyone reads.
 */
const headerPatterns: Partial<Record<ImportField, RegExp>> = {
  email:
    /^((primary|preferred|home|work|business|personal)?e?mails?(address|value|id)?|userprincipalname)$/,
  firstName: /^(name)?(legal|preferred)?(first|given|fore|christian)(name)?$/,
  lastName: /^(name)?(last|family|sur)(name)?$/,
  name: /^((full|display)?names?|member|fn|last(name)?first(name)?|first(name)?(and)?last(name)?)$/,
  primaryPhone:
    /^((primary|preferred|best|main|mobile|cell|work|home|business|day(time)?|evening)?(phone|telephone|tel|ph)(number|no|value)?|(mobile|cell)(number|no)?|contact(number|no))$/,
  company: /^((company|organi[sz]ation|employer)(name)?|accountname|business|org)$/,
  title: /^((job|organi[sz]ation|professional)?title|role|position|occupation)$/,
  website: /^((personal|company|business|work)?web(site|page)?(value|url)?|url|homepage)$/,
  city: /^((default|mailing|home|work|business)?(address)?(primary)?city|town|location)$/,
  bio: /^(bio(graphy)?|about(me)?)$/,
  headline: /^(headline|tagline)$/,
  asks: /^(asks?|lookingfor)$/,
  offers: /^(offers?|canhelpwith)$/,
};

/** In German, French, Spanish, Portuguese, Italian, Dutch, Danish, Norwegian, Swedish and Polish. */
const otherHeaders: Partial<Record<ImportField, string>> = {
  email:
    'emailadresse adresseemail adressemail adressedemessagerie courriel correo correoelectronico ' +
    'direcciondecorreoelectronico enderecodeemail enderecoemail ' +
    'indirizzoemail emailadres epost epostadresse epostadress adresemail',
  firstName: 'vorname prenom nombres primeironome voornaam fornavn fornamn imie',
  lastName:
    'nachname familienname nomdefamille apellido apellidos sobrenome apelido ' +
    'cognome achternaam efternavn etternavn efternamn nazwisko',
  name:
    'nom nomcomplet nombre nombrecompleto nombreyapellidos nome nomecompleto vorundnachname mitglied membre ' +
    'naam navn namn',
  primaryPhone:
    'telefon telefonnummer handy handynummer mobil mobiltelefon mobilnummer portable telephonemobile telefono movil ' +
    'telefonomovil celular telefone telemovel ' +
    'cellulare telefoon telefoonnummer mobiel',
  company:
    'firma unternehmen entreprise societe empresa compania azienda societa bedrijf virksomhed bedrift foretag',
  title:
    'funktion beruf fonction poste cargo puesto ruolo posizione functie stilling befattning stanowisko',
  website: 'webseite siteweb siteinternet sitioweb paginaweb sitoweb hjemmeside hemsida',
  city: 'ort stadt wohnort ville ciudad cidade citta plaats woonplaats poststed miasto',
};

/** What may be the whole name or the one that no other column has: German `Vorname;Name`, Spanish `Nombre;Apellidos`. */
const bareName = /^(name|nom|nombre|nome|naam|navn|namn)$/;

/**
 * Guesses the columns' fields from their headers, each field at most once; where none is called an address, the only
 * column that has some is.
 */
export function guessColumns(headers: readonly string[], rows: readonly FileRow[]): Columns {
  const columns = guessByHeaders(headers, rows);
  if (columns.includes('email')) return columns;
  const cells = (index: number) =>
    rows.slice(0, maxSample).flatMap((row) => row.cells[index]?.trim() || []);
  const [email, other] = [...headers.keys()].filter((index) => cells(index).some(hasAddress));
  if (other !== undefined) return columns;
  return columns.map((field, index) => (index === email ? 'email' : field));
}

/** Rows, because each is read as a text that may have addresses anywhere. */
const maxSample = 10;

const hasAddress = (text: string) => findInvitees(text).some(({ email }) => email !== null);

/** Whether a row is one of headers: one of its cells is called an address, or whatever else. */
export const isHeader = (
  cells: readonly string[],
  fields: readonly ImportField[] = ['email'],
): boolean =>
  cells.some((cell) =>
    readings.some((read) => fields.some((field) => isHeaderOf(field, read(cell)))),
  );

/** No name of a column is longer, and a cell may be. */
const maxNameLength = 100;

const toKey = (header: string) =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
/** Without what stands behind it in brackets: `First Name [Required]`, `Phone (mobile)`. */
const toBareKey = (header: string) =>
  toKey(header.slice(0, maxNameLength).replaceAll(/(?<=\w\W*)[([][^)\]]*(?:[)\]]|$)/g, ''));
/** Whose it is: `Attendee email`, `Person - Name`, `What is your name?`. A `Member role` is no job, and a user name no name. */
const whose =
  /^[\W_]*(?:what\W*i?s\W*)?(?:your|employee|(?:attendee|client|contact|customer|guest|invitee|member|participant|person|registrant|user(?![\W_]*name))(?![\W_]*role))[\W_]*(?=\w)/i;
const toOwnKey = (header: string) => toBareKey(header.replace(whose, ''));
/** In the other order: `Email | Primary`, `Person - Phone - Mobile`. */
const toTurnedKey = (header: string) =>
  header
    .slice(0, maxNameLength)
    .replace(whose, '')
    .split(/\||\s[-–]\s/)
    .map(toKey)
    .reverse()
    .join('');
/** Of a header in two words or languages what both mean: `Position / Title`, `Nom / Last Name`. */
function toCommonKey(header: string): string {
  const parts = header.slice(0, maxNameLength).split('/');
  if (parts.length !== 2) return '';
  const keys = parts.map(toOwnKey);
  const fields = keys.map((key) => importFields.find((field) => isHeaderOf(field, key)));
  const isName = fields.every((field) => field && /name/i.test(field));
  const exact = isName ? fields.filter((field) => field !== 'name') : fields;
  return new Set(exact).size === 1 ? (keys[fields.indexOf(exact[0])] ?? '') : '';
}
/** A header as it stands comes first. */
const readings = [toKey, toBareKey, toOwnKey, toTurnedKey, toCommonKey] as const;

/** Of several columns of a field, the one that most rows have: Outlook's has telephones of twelve kinds. */
function guessByHeaders(headers: readonly string[], rows: readonly FileRow[]): Columns {
  const columns = headers.map((): ImportField | null => null);
  const names = headers.map(toKey);
  const countCells = (index: number) => rows.filter(({ cells }) => cells[index]?.trim()).length;
  for (const read of readings) {
    const keys = headers.map(read);
    for (const field of importFields.filter((each) => !columns.includes(each))) {
      const found = [...headers.keys()].filter(
        (index) => columns[index] === null && isHeaderOf(field, keys[index] ?? ''),
      );
      // Outlook's title is that of Dr. Quill, as is one that has nothing else.
      const isJob = (index: number) => {
        const titles = rows.flatMap(({ cells }) => cells[index]?.trim() || []);
        return !names.includes('jobtitle') && !(titles.length > 0 && titles.every(isHonorific));
      };
      const own = found.filter((index) => names[index] !== 'title' || isJob(index));
      const counts = own.length > 1 ? own.map(countCells) : [];
      const best = own[counts.indexOf(Math.max(...counts))] ?? own[0];
      if (best !== undefined) columns[best] = field;
    }
  }
  const missing = (['firstName', 'lastName'] as const).filter((field) => !columns.includes(field));
  const [other = null] = missing;
  return columns.map((field, index) => {
    if (field !== 'name') return field;
    const name = names[index] ?? '';
    if (missing.length === 1 && bareName.test(name)) return other;
    // Beside both, `Member` has a yes or a no.
    return missing.length === 0 && !/name$|^fn$/.test(name) ? null : field;
  });
}

function isHeaderOf(field: ImportField, name: string): boolean {
  const label = field in fieldLabels ? fieldLabels[field as OptionalField] : field;
  return (
    headerPatterns[field]?.test(name) ||
    otherHeaders[field]?.split(' ').includes(name) ||
    name === label.toLowerCase().replaceAll(' ', '')
  );
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
  /** Why something in the row is left out. */
  readonly lost: readonly string[];
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
 * Decides the outcome of each row. Members are matched by address; an empty cell changes nothing, and
 * what is wrong with a field costs that field alone.
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
    const { texts, lost, wrongName } = readCells(cells, columns);
    const typed = texts.email ?? '';
    const name = `${texts.firstName ?? ''} ${texts.lastName ?? ''}`.trim();
    const failed = (reason: string) =>
      ({ outcome: 'failed', line, name, email: typed, lost: [], reason }) as const;
    if (typed === '') return failed('Email is missing');
    const [email, ...more] = new Set(findInvitees(typed).flatMap((each) => each.email ?? []));
    if (email === undefined) return failed('Email: Must be a valid email address');
    const first = firstLines.get(email);
    if (first !== undefined) return failed(`Same email as row ${first}`);
    firstLines.set(email, line);
    if (more.length > 0) lost.push(onlyFirst('email'));
    if (wrongName !== undefined && !texts.firstName) return failed(wrongName);
    const member = known.get(email);
    if (!member) {
      // Who has one name may have it in the column of last names.
      const only = columns.includes('firstName') ? (texts.lastName ?? '') : '';
      const names = texts.firstName ? {} : splitFullName(only);
      if (!names) return failed('Name is missing');
      const profile = { ...empty, ...pickVisibleFields({ ...texts, ...names }, empty) };
      return { outcome: 'new', line, name, email, lost, profile };
    }
    if (member.status === 'removed') {
      return failed('This person was removed. Invite them again to bring them back.');
    }
    const unchanged = { outcome: 'unchanged', line, name, email, lost } as const;
    if (member.profile.privacy.email === 'me') return unchanged;
    const profile = { ...member.profile, ...pickVisibleFields(texts, member.profile) };
    if (changedFields(member.profile, profile).length === 0) return unchanged;
    return {
      outcome: 'changed',
      line,
      name: `${profile.firstName} ${profile.lastName}`.trim(),
      email,
      lost,
      id: member.id,
      before: member.profile,
      profile,
    };
  };
}

type Texts = Partial<Record<'email' | 'firstName' | 'lastName' | OptionalField, string>>;
type ReadCells = {
  readonly texts: Texts;
  readonly lost: string[];
  /** Why the person cannot be named. */
  readonly wrongName: string | undefined;
};

const onlyFirst = (field: ImportField) => `${textLabels[field]}: only the first is imported`;

/** What people and programs write where there is nothing, also as the last name of who has none. */
const nothing = /^(?:[-–—.?_]+|#?n\/a|\\n|#(?:ref|value|null|num|div\/0|error)!|#name\?)$/i;
/** The same of what is no name: some are called Null. */
const noText = /^(?:null|none|nan|undefined|n\.a\.?|tb[ad]|\((?:blank|empty|none|null)\))$/i;

/** Between the several numbers or addresses of one person in Google's export. */
const several = ' ::: ';

const severalLines: ReadonlySet<string> = new Set(['bio', 'asks', 'offers']);

function readCells(cells: readonly string[], columns: Columns): ReadCells {
  const entered: Texts = {};
  const lost: string[] = [];
  let wrongName: string | undefined;
  for (const [index, field] of columns.entries()) {
    const [text = '', ...more] = stripFormulaQuote(cells[index] ?? '')
      .split(several)
      .map((each) => each.trim());
    if (!field || text === '' || nothing.test(text)) continue;
    if (!/name/i.test(field) && noText.test(text)) continue;
    if (more.length > 0) lost.push(onlyFirst(field));
    if (field !== 'name') entered[field] = text;
    else {
      const names = splitFullName(text);
      if (!names) wrongName = `Name: Write "${cut(text, 80)}" as first and last name`;
      entered.firstName ??= names?.firstName ?? '';
      entered.lastName ??= names?.lastName ?? '';
    }
  }
  const { email, ...fields } = entered;
  const texts: Texts = email === undefined ? {} : { email };
  for (const field of textFields) {
    const typed = fields[field];
    if (typed === undefined || typed === '') continue;
    // What is one line is one, however the cell breaks it.
    const text = severalLines.has(field) ? toText(typed) : toLine(typed);
    const read = profileTexts[field].safeParse(text);
    if (read.success) texts[field] = read.data ?? '';
    else {
      const reason = `${textLabels[field]}: ${read.error.issues[0]?.message ?? 'Invalid value'}`;
      if (field === 'firstName') wrongName ??= reason;
      else lost.push(`${reason}. Left out: ${cut(text, 80)}`);
    }
  }
  return { texts, lost, wrongName };
}

/**
 * Removes the apostrophes that an export puts before what a spreadsheet would evaluate, and the formula that keeps
 * digits as they are: `="0142"`.
 */
function stripFormulaQuote(cell: string): string {
  const text = cell.replace(/^="([^"]*)"$/, '$1');
  return text.replaceAll(/(^|[;|\t\r\n])'(?=["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/gu, '$1');
}

export const textLabels: Readonly<Record<ImportField, string>> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  ...fieldLabels,
};

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
