/** Files of the programs that people have: which are understood as they are. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { directoryCalls } from '../directory-contract.ts';
import { importCalls } from '../import-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let ana: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  ana = await chapter.person('Ana Admin', 'admin');
});

const send = (text: string, more: object = {}) =>
  ana.call(importCalls.import, { raw: JSON.stringify({ text, isDryRun: false, ...more }) });

describe('what people have in hand', () => {
  const imported = async (text: string) => {
    const { rows } = (await send(text)).value();
    const { items } = (await ana.call(directoryCalls.search)).value();
    const people = items.filter(({ id }) => id !== ana.memberId);
    return { rows, people };
  };
  const nora = {
    firstName: 'Nora',
    lastName: 'Quill',
    email: 'nora@example.org',
    primaryPhone: '+1 619-555-0142',
    company: 'Harbor',
    title: 'CFO',
    city: 'San Diego',
  };

  test("Google Contacts, today's header", async () => {
    const header =
      'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - City,Website 1 - Label,Website 1 - Value';
    const row =
      'Nora,,Quill,,,,Harbor,CFO,,,Pays late,,* myContacts,* ,nora@example.org ::: n@example.net,,,Work,+1 619-555-0142,Home,"1 Main St\nSan Diego",San Diego,,example.org';
    const { rows, people } = await imported(`${header}\n${row}\n`);
    expect(people).toMatchObject([nora]);
    expect(rows[0]?.lost).toEqual(['Email: only the first is imported']);
  });

  test('Google Contacts, the older header', async () => {
    const header =
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Notes,Language,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Address 1 - City,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title,Website 1 - Value';
    const row =
      'Nora Quill,Nora,,Quill,,Rude,,* Home,nora@example.org,Mobile,+1 619-555-0142,San Diego,,Harbor,CFO,';
    expect((await imported(`${header}\n${row}\n`)).people).toMatchObject([nora]);
  });

  test("LinkedIn's connections, with a note before the header", async () => {
    const text = `Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Nora,Quill,https://www.example.org/in/nora,nora@example.org,Harbor,CFO,05 Mar 2026
Ada,Bell,https://www.example.org/in/ada,,Pier,CEO,06 Mar 2026
`;
    const { rows, people } = await imported(text);
    const { primaryPhone: _, city: __, ...known } = nora;
    expect(people).toMatchObject([known]);
    expect(rows.map(({ line, reason }) => [line, reason])).toEqual([
      [5, null],
      [6, 'Email is missing'],
    ]);
  });

  test('a table without a header', async () => {
    const { people } = await imported('nora@example.org;Nora Quill\nada@example.org;Ada Bell\n');
    expect(people.map(({ displayName }) => displayName)).toEqual(['Ada Bell', 'Nora Quill']);
  });

  test.each([
    ['German', 'Vorname;Name;E-Mail-Adresse;Telefon;Firma;Funktion;Ort'],
    ['French', 'Prénom;Nom;Courriel;Téléphone;Société;Fonction;Ville'],
    ['Spanish', 'Nombre;Apellidos;Correo electrónico;Teléfono;Empresa;Cargo;Ciudad'],
    ['Portuguese', 'Nome;Sobrenome;E-mail;Celular;Empresa;Cargo;Cidade'],
    [
      'Thunderbird',
      'First Name;Last Name;Primary Email;Work Phone;Organization;Job Title;Work City',
    ],
    [
      'Spanish Outlook',
      'Nombre;Apellidos;Dirección de correo electrónico;Teléfono móvil;Compañía;Puesto;Ciudad',
    ],
    [
      'Microsoft 365',
      'First name;Last name;User principal name;Mobile Phone;Employer Name;Professional Title;City',
    ],
    ['short', 'First;Last;Email;Cell;Employer;Role;Town'],
    ['Italian', 'Nome;Cognome;Indirizzo email;Cellulare;Azienda;Ruolo;Città'],
    ['Dutch', 'Voornaam;Naam;E-mailadres;Telefoonnummer;Bedrijf;Functie;Woonplaats'],
    ['Swedish', 'Förnamn;Efternamn;E-post;Telefon;Företag;Befattning;Ort'],
    ['Polish', 'Imię;Nazwisko;Adres e-mail;Telefon;Firma;Stanowisko;Miasto'],
  ])('a table with %s headers', async (_, header) => {
    const row = 'Nora;Quill;nora@example.org;+1 619-555-0142;Harbor;CFO;San Diego';
    expect((await imported(`${header}\n${row}\n`)).people).toMatchObject([nora]);
  });

  test.each<[string, string, number?]>([
    [
      'Eventbrite',
      `Order ID,Buyer first name,Buyer email,Attendee first name,Attendee last name,Attendee email,Phone number,Home City
1,Max,max@example.org,Nora,Quill,nora@example.org,+1 619-555-0142,San Diego`,
    ],
    [
      'a form',
      `Timestamp,What is your name?,What is your email address?,Your phone number,Your company (if any)
2026/10/05,Nora Quill,nora@example.org,+1 619-555-0142,Harbor`,
    ],
    [
      "Google's directory",
      `First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Work Phone,Employee Title
Nora,Quill,nora@example.org,****,+1 619-555-0142,CFO`,
    ],
    [
      'Wild Apricot',
      `Member,First name,Last name,Organization,Email,Phone
yes,Nora,Quill,Harbor,nora@example.org,+1 619-555-0142
yes,,,,,
no,,,,ada@example.org,`,
      2,
    ],
    ['names in brackets', 'Name (First),Name (Last),Email\nNora,Quill,nora@example.org'],
    ['names in order', '"Name (Last, First)",Email\n"Quill, Nora",nora@example.org'],
    ['Salesforce', 'First Name,Last Name,Account Name,Email\nNora,Quill,Harbor,nora@example.org'],
    [
      'MemberClicks',
      `[Profile ID],[Member Type],[Name | First],[Name | Last],[Organization],[Title],[Email | Primary],[Phone | Primary],[Address | Primary | City]
7,Individual,Nora,Quill,Harbor,CFO,nora@example.org,+1 619-555-0142,San Diego`,
    ],
    [
      'Glue Up',
      `Membership Type,Company / Individual,First Name,Last Name,Position / Title,Company Name,Work Email,Work Phone,Mobile Phone,City
Corporate,Company,Nora,Quill,CFO,Harbor,nora@example.org,,+1 619-555-0142,San Diego`,
    ],
    [
      'Pipedrive',
      `Person - Name,Person - Label,Person - Organization,Person - Email - Work,Person - Email - Home,Person - Phone - Work,Person - Phone - Mobile,Person - Job title
Nora Quill,Boats,Harbor,nora@example.org,,,+1 619-555-0142,CFO`,
    ],
    [
      'Constant Contact',
      `"Email address","First name","Last name","Company","Job title","Phone - home","Phone - mobile","City - Home","City - Work","Email Lists"
"nora@example.org","Nora","Quill","Harbor","CFO","","+1 619-555-0142","San Diego","","Boats"`,
    ],
    [
      'Stripe',
      `Customer ID,Customer Name,Customer Email,Customer Phone,Card Name
cus_7,Nora Quill,nora@example.org,+1 619-555-0142,N QUILL`,
    ],
    [
      'Calendly',
      `Event Type Name,Invitee Name,Invitee Email,Invitee Time Zone,User Name,User Email
Call,Nora Quill,nora@example.org,Pacific Time,Ada Bell,ada@example.org`,
    ],
    [
      'Zoom, of which a table about the meeting comes first',
      `Meeting ID,Topic,User Email,Participants
7,Dues,ada@example.org,1

Name (Original Name),User Email,Guest
Nora Quill,nora@example.org,No`,
    ],
    [
      'titles that are no jobs',
      'FIRST_NAME,LAST_NAME,TITLE,EMAIL,Home Address City\nNora,Quill,Ms.,nora@example.org,San Diego',
    ],
    [
      'a role among members',
      'First name,Last name,Email,Member role,User role,user_name\nNora,Quill,nora@example.org,Bundle administrator,Editor,nq7',
    ],
    [
      'headers in two languages',
      'Prénom / First Name,Nom / Last Name,Courriel / Email,Ville / City\nNora,Quill,nora@example.org,San Diego',
    ],
    [
      'a form in India',
      'First and Last Name,Email ID,Alternate Email ID,Contact No.\nNora Quill,nora@example.org,n@example.net,+1 619-555-0142',
    ],
    ['the delimiter for Excel alone before', 'sep=,\nnora@example.org,Nora Quill'],
    [
      'blanks before quotes',
      'Name, Email, Phone, Company\nNora Quill, "nora@example.org" , "+1 619-555-0142", "Harbor"',
    ],
    [
      'rows that Excel took for one cell',
      'First,Last,Email,Title\n"Nora,Quill,nora@example.org,""CFO"""',
    ],
    ['a header on each page', 'Name,Email\nNora Quill,nora@example.org\nName,Email'],
    ['a city in two lines', 'Name,Email,City\nNora Quill,nora@example.org,"San\nDiego"'],
    [
      'words for nothing',
      'Name,Email,Company,Phone,Title,City\nNora Quill,nora@example.org,N/A,-,NULL,#REF!',
    ],
    [
      'a whole name that can be read in two ways beside its parts',
      'Name,Given Name,Family Name,Email\n"Nora Quill, FACHE",Nora,Quill,nora@example.org',
    ],
  ])('%s', async (_, text, others = 0) => {
    const { rows, people } = await imported(text);
    expect(people).toHaveLength(1);
    expect(rows[0]).toMatchObject({ outcome: 'new', lost: [] });
    expect(rows.filter(({ name }) => name !== 'Nora Quill')).toHaveLength(others);
    const filled = Object.entries(people[0] ?? {}).filter(([key, value]) => value && key in nora);
    const inFile = Object.entries(nora).filter(([, value]) =>
      text.replaceAll(/[\n"]+/g, ' ').includes(value),
    );
    expect(Object.fromEntries(filled)).toEqual(Object.fromEntries(inFile));
  });

  test('of several columns for one field, the one that most people have', async () => {
    const text = `First Name,Last Name,Home Phone,Mobile Phone,E-mail Address,Home City,Business City
Nora,Quill,,+1 619-555-0142,nora@example.org,,San Diego
Ada,Bell,+1 619-555-0101,+1 619-555-0143,ada@example.org,,
`;
    const { people } = await imported(text);
    expect(people).toMatchObject([
      { primaryPhone: '+1 619-555-0143' },
      { primaryPhone: nora.primaryPhone, city: nora.city },
    ]);
  });

  test('of a book of contacts with more than a hundred columns, the others are named', async () => {
    const addresses = Array.from({ length: 120 }, (_, at) => `Address ${at} - Region`);
    const text = `First Name,Last Name,E-mail 1 - Value,${addresses.join(',')}\nNora,Quill,nora@example.org,,CA\n`;
    const { columns, rows } = (await send(text, { isDryRun: true })).value();
    expect(rows).toMatchObject([{ outcome: 'new', name: 'Nora Quill' }]);
    expect([columns.length, columns.at(-1)?.header]).toEqual([100, '24 more columns']);
  });

  test('a mark for no last name is none, and who has one name may have it in either column', async () => {
    const { people } = await imported(
      'First,Last,Email\nSukarno,-,sukarno@example.org\n,Null,null@example.org\n',
    );
    expect(people).toMatchObject([
      { displayName: 'Null', firstName: 'Null', lastName: '' },
      { displayName: 'Sukarno', lastName: '' },
    ]);
    // Where no column has first names, they are missing.
    const { rows } = await imported('Rufname,Surname,Email\nAda,Bell,ada@example.org\n');
    expect(rows).toMatchObject([{ reason: 'Name is missing' }]);
  });

  test("Outlook's contacts, in which a title is that of Dr. Quill", async () => {
    const text = `Title,First Name,Last Name,Suffix,Company,Department,Job Title,Business City,Mobile Phone,E-mail Address
Dr.,Nora,Quill,,Harbor,Finance,CFO,San Diego,+1 619-555-0142,nora@example.org
`;
    expect((await imported(text)).people).toMatchObject([nora]);
  });

  test('a header in any language: the only column with addresses has them', async () => {
    const text = '姓,名,連絡先,備考\n山田,太郎,taro@example.org,よく歌う\n佐藤,花,,\n';
    const { columns } = (await send(text, { isDryRun: true })).value();
    expect(columns.map(({ field }) => field)).toEqual([null, null, 'email', null]);
    const two = 'Kontakt 1,Kontakt 2\nnora@example.org,ada@example.org\n';
    const guessed = (await send(two, { isDryRun: true })).value().columns;
    expect(guessed.map(({ field }) => field)).toEqual([null, null]);
  });

  test('a list of names with addresses has no header', async () => {
    const text = 'Nora Quill <nora@example.org>\nAda Bell <ada@example.org>\n';
    const { rows } = (await send(text, { isDryRun: true })).value();
    expect(rows).toMatchObject([{ line: 1 }, { line: 2 }]);
  });

  test('texts with more commas than there are semicolons', async () => {
    const text = `Vorname;Name;E-Mail;Ort
Nora;Quill;nora@example.org;San Diego, CA, USA, North America
`;
    const { people } = await imported(text);
    expect(people).toMatchObject([{ displayName: 'Nora Quill' }]);
  });

  test('quotes within a cell, of a nickname or of a formula', async () => {
    const text = `Name,Email,Phone
Nora "Nory" Quill,nora@example.org,="+1 619-555-0142"
Ada Bell,ada@example.org,6195550143.0
`;
    const { people } = await imported(text);
    expect(people).toMatchObject([
      { displayName: 'Ada Bell', primaryPhone: '6195550143' },
      { displayName: 'Nora "Nory" Quill', primaryPhone: nora.primaryPhone },
    ]);
  });

  test('several addresses in one cell, and marks that nobody sees', async () => {
    const text = `Name,Email
Nora Quill,nora@example.org; n@example.net
Ada Bell,\u200bada@example.org\u202c
`;
    const { rows, people } = await imported(text);
    expect(people.map(({ email }) => email)).toEqual(['ada@example.org', 'nora@example.org']);
    expect(rows.map(({ lost }) => lost)).toEqual([['Email: only the first is imported'], []]);
  });

  test('a column with whole names beside one with first names', async () => {
    const text = 'Full Name,First Name,Email\nNora Quill,Nora,nora@example.org\n';
    const { people } = await imported(text);
    expect(people).toMatchObject([{ firstName: 'Nora', lastName: 'Quill' }]);
  });

  test.each([
    [
      '3.0',
      `N:Quill;Nora;;;
FN:Nora Quill
ORG:Harbor;Finance
TITLE:CFO
item1.EMAIL;type=INTERNET;type=pref:nora@exam
 ple.org
TEL;type=CELL;type=VOICE:+1 619-555-0142
item2.ADR;type=WORK:;;1 Main St\\nSuite 2;San Diego;CA;92101;USA
item3.URL;type=pref:https\\://example.org/
PHOTO;ENCODING=b;TYPE=JPEG:AAAA
 BBBB`,
    ],
    [
      '4.0',
      `FN:Nora Quill
N:Quill;Nora;;;
EMAIL;PREF=1:nora@example.org
TEL;VALUE=uri;TYPE="voice,work":tel:+1-619-555-0142
ORG:Harbor
TITLE:CFO
ADR;LABEL="1 Main St":;;1 Main St;San Diego;CA;92101;USA`,
    ],
  ])('vCard %s', async (version, lines) => {
    const card = (more: string) =>
      `BEGIN:VCARD\nVERSION:${version}\n${more}\nEND:VCARD\n`.replaceAll('\n', '\r\n');
    const { people } = await imported(
      `${card(lines)}${card('FN:Bell\\, Ada\nEMAIL:ada@example.org')}`,
    );
    const [ada, found] = people;
    expect(ada).toMatchObject({ firstName: 'Ada', lastName: 'Bell' });
    expect({
      ...found,
      primaryPhone: found?.primaryPhone?.replaceAll(/(?<=\+1)-/g, ' '),
    }).toMatchObject(nora);
  });

  test('of vCards, the preview names all that is not taken', async () => {
    const text = `BEGIN:VCARD
VERSION:3.0
PRODID:-//Any//EN
N:Quill;Nora;Ann;Dr.;Jr.
FN:Dr. Nora Ann Quill Jr.
EMAIL:nora@example.org
ORG:Harbor;Finance
ADR:;;1 Main St;San Diego;CA;92101;USA
BDAY:19800102
NOTE:Pays late
X-SOCIALPROFILE;type=linkedin:https://example.org/nora
item1.TEL:+1 619-555-0142
item1.X-ABLABEL:Boat
TITLE;=:CFO
END:VCARD
`;
    const { columns, rows } = (await send(text, { isDryRun: true })).value();
    expect(rows).toMatchObject([{ name: 'Nora Ann Quill, Jr.', reason: null }]);
    const used = columns.filter(({ sample }) => sample !== '');
    expect(used.map(({ header, sample, field }) => [header, field ?? sample])).toEqual([
      ['Name', 'name'],
      ['First Name', 'firstName'],
      ['Last Name', 'lastName'],
      ['Email', 'email'],
      ['Phone', 'primaryPhone'],
      ['Company', 'company'],
      ['City', 'city'],
      ['Name Prefix', 'Dr.'],
      ['Department', 'Finance'],
      ['Address', '1 Main St, CA, 92101, USA'],
      ['BDAY', '1980-01-02'],
      ['NOTE', 'Pays late'],
      ['X-SOCIALPROFILE', 'https://example.org/nora'],
      ['Lines that are not read', 'TITLE;=:CFO'],
    ]);
  });

  test('of several addresses and numbers of a vCard, the preferred one is kept, and no fax', async () => {
    const { people } = await imported(`BEGIN:VCARD
VERSION:3.0
N:Quill;Nora,Ann;;;
TEL;TYPE=FAX,WORK:+1 619-555-0100
TEL;TYPE=HOME:+1 619-555-0101
TEL;type=CELL;type=pref:+1 619-555-0142
EMAIL;TYPE=HOME:n@example.net
EMAIL;type=INTERNET;type=pref:nora@example.org
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Ada Bell
EMAIL;PREF=2:a@example.net
EMAIL;PREF=1:ada@example.org
TEL;TYPE=pager:+1 619-555-0100
END:VCARD
`);
    expect(people).toMatchObject([
      { displayName: 'Ada Bell', email: 'ada@example.org', primaryPhone: null },
      { displayName: 'Nora Ann Quill', email: nora.email, primaryPhone: nora.primaryPhone },
    ]);
  });

  test('a card whose end is missing is one, and types without a name are types', async () => {
    const { people } = await imported(`BEGIN:VCARD
VERSION:3.0
N:Quill;Nora
TEL;WORK;FAX:+1 619-555-0100
TEL;CELL;VOICE:+1 619-555-0142
EMAIL;PREF;INTERNET:nora@example.org
BEGIN:VCARD
VERSION:4.0
FN:Ada Bell
N;ALTID=1;LANGUAGE=en:Bell;Ada;;;
N;ALTID=1;LANGUAGE=ja:ベル;エイダ;;;
ADR;TYPE=home:;;;La Mesa;;;
ADR;TYPE="work,pref":;;;San Diego;;;
EMAIL:ada@example.org
`);
    expect(people).toMatchObject([
      { displayName: 'Ada Bell', city: 'San Diego' },
      { displayName: 'Nora Quill', email: nora.email, primaryPhone: nora.primaryPhone },
    ]);
  });

  test('a card whose breaks are written twice', async () => {
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Nora Quill\nEMAIL:nora@exam\n ple.org\nEND:VCARD\n';
    const { people } = await imported(card.replaceAll('\n', '\r\r\n'));
    expect(people).toMatchObject([{ displayName: 'Nora Quill', email: nora.email }]);
  });

  test('vCards 2.1 of Outlook and Android, whose letters are encoded', async () => {
    const { people } = await imported(`BEGIN:VCARD
VERSION:2.1
X-MS-SIGNATURE:YES
N;LANGUAGE=en-us:Quill;Nora;;;
FN:Nora Quill
ORG:Harbor Foods, Inc.;Sales
TITLE;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1252:Gesch=E4ftsf=FChrerin =
und Inhaberin
TEL;WORK;FAX:+1 619 555 0199
TEL;CELL;VOICE:${nora.primaryPhone}
ADR;WORK;PREF:;;1 Main St, Suite 5;San Diego;CA;92101;United States of America
LABEL;WORK;PREF;ENCODING=QUOTED-PRINTABLE:1 Main St=0D=0A=
San Diego, CA  92101
EMAIL;PREF;INTERNET:${nora.email}
REV:20260102T030405Z
END:VCARD
BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen;;;
FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen=20M=C3=BCller
EMAIL;HOME:jurgen@example.org
END:VCARD
`);
    expect(people).toMatchObject([
      { displayName: 'Jürgen Müller', firstName: 'Jürgen', lastName: 'Müller' },
      {
        displayName: 'Nora Quill',
        company: 'Harbor Foods, Inc.',
        title: 'Geschäftsführerin und Inhaberin',
        city: 'San Diego',
        email: nora.email,
        primaryPhone: nora.primaryPhone,
      },
    ]);
  });

  test('quoted-printable in a newer vCard, of an unknown character set, and cut off', async () => {
    const text = `BEGIN:VCARD
VERSION:3.0
FN:Nora Quill
EMAIL:nora@example.org
TITLE;CHARSET=X-OWN;QUOTED-PRINTABLE:H=E4fen
ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:H=C3=A4fen=
`;
    const { columns } = (await send(text, { isDryRun: true })).value();
    const sampleOf = (name: string) => columns.find(({ header }) => header === name)?.sample;
    expect([sampleOf('Title'), sampleOf('Company')]).toEqual(['Häfen', 'Häfen']);
  });

  test('the own export as vCards changes nothing', async () => {
    const people = [
      'First Name;Surname;E-Mail Address;Mobile;Organisation;City;Shoe size',
      'Tom;Becker;TOM@example.org;+1 619 555 0100;"Harbor; Foods";San Diego;44',
      'Maya;Chen;maya@example.org;;;;38',
    ].join('\r\n');
    await send(people);
    const query = { format: 'vcard' as const };
    const { text } = (await ana.call(directoryCalls.export, { query })).value();
    const { rows } = (await send(text)).value();
    expect(rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });
});
