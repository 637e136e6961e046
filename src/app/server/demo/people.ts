/** The demo's people, invented; phone numbers and domains are reserved for examples. */
import type { Role } from '#kit/role.ts';

export const demoPassword = 'demo-harbor-2026';

export const demoSignIns: readonly { email: string; password: string; role: Role }[] = [
  { email: 'member@demo.test', password: demoPassword, role: 'member' },
  { email: 'treasurer@demo.test', password: demoPassword, role: 'treasurer' },
  { email: 'admin@demo.test', password: demoPassword, role: 'admin' },
];

export type DemoPerson = {
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  primaryPhone: string | null;
  role: Role;
  company: string | null;
  title: string | null;
  city: string | null;
  asks: string | null;
  /** Days before today on which they last entered it. */
  askedDaysAgo: number;
  offers: string | null;
  /** Days before today on which the person joined. */
  joinedDaysAgo: number;
};

const names = [
  'Maya Chen',
  'Diego Alvarez',
  'Priya Raman',
  'Tom Becker',
  'Aisha Khan',
  'Luca Moretti',
  'Hannah Lindqvist',
  'Marcus Bell',
  'Sofia Petrova',
  'Kenji Watanabe',
  'Grace Okafor',
  'Daniel Weiss',
  'Elena Vasquez',
  'Omar Haddad',
  'Charlotte Dubois',
  'Ravi Menon',
  'Isabel Santos',
  'Patrick Doyle',
  'Mei-Ling Tan',
  'Jonas Berg',
  'Amara Diallo',
  'Victor Nguyen',
  'Clara Hoffmann',
  'Samuel Osei',
  'Nadia Farouk',
  'Ethan Brooks',
  'Yuki Tanaka',
  'Olivia Marsh',
  'Tariq Aziz',
  'Rosa Delgado',
  'Maya Lindholm',
  'Benjamin Katz',
  'Leila Rahimi',
  'Anders Holm',
  'Camila Rojas',
  'Noah Fitzgerald',
  'Ingrid Solberg',
  'Felix Baumann',
  'Zanele Mbeki',
  'Arjun Kapoor',
  'Helena Costa',
  'Tomás Herrera',
  'Julia Novak',
  'Kwame Asante',
  'Freya Jensen',
  'Mateo Silva',
  'Anya Sokolova',
  'David Park',
  'Beatriz Almeida',
  'Hugo Laurent',
  'Sana Malik',
  'Oliver Grant',
  'Chiara Romano',
  'Ibrahim Yilmaz',
  'Naomi Adler',
  'Lars Eriksen',
  'Gabriela Ortiz',
  'Wei Zhang',
  'Alexandria Montgomery-Featherstonehaugh',
  'Raj',
] as const;

const companies = [
  'Pier 5 Coffee',
  'Harbor Foods',
  'Tidewater Labs',
  'Cabrillo Solar',
  'Mesa Homes',
];
const titles = ['Founder', 'Managing partner', 'Co-founder'];
const cities = ['San Diego', 'La Jolla', 'Carlsbad', 'Chula Vista'];

const signIns: Record<string, { email: string; role: Role }> = {
  'Maya Chen': { email: 'member@demo.test', role: 'member' },
  'Diego Alvarez': { email: 'treasurer@demo.test', role: 'treasurer' },
  'Priya Raman': { email: 'admin@demo.test', role: 'admin' },
};

/** What people look for, and for how many days. The first has to say whether it still holds. */
const asks: Record<string, readonly [text: string, daysAgo: number]> = {
  'Maya Chen': ['A designer for a rebrand', 52],
  'Aisha Khan': ['A CFO for two days a week', 6],
  'Tom Becker': ['An introduction to a hotel buyer', 3],
  'Hannah Lindqvist': ['Advice on leaving a family business', 19],
  'Kenji Watanabe': ['Warehouse space near Otay Mesa, 3,000 sq ft', 11],
  'Grace Okafor': ['A lawyer who knows franchise agreements', 27],
  'Omar Haddad': ['Two founders to compare sales pipelines with', 8],
  'Clara Hoffmann': ['A head of operations, full time', 2],
  'Samuel Osei': ['Someone who has sold a software company', 33],
  'Rosa Delgado': ['A printer for short runs of packaging', 15],
  'Felix Baumann': ['Feedback on a pitch deck before January', 1],
  'Helena Costa': ['A bilingual office manager', 22],
  'Mateo Silva': ['A second location in North County', 38],
};
const offers: Record<string, string> = {
  'Diego Alvarez': 'A look at your cash flow, one hour',
  'Priya Raman': 'Introductions to climate investors',
  'Luca Moretti': 'A tasting room for up to 20 people',
  'Grace Okafor': 'Interview practice for first-time hires',
  'Daniel Weiss': 'How we moved to open books',
  'Yuki Tanaka': 'Japanese market entry: what to avoid',
  'Clara Hoffmann': 'A tour of the plant on any Friday',
  'Wei Zhang': 'A second opinion on cloud bills',
};

/** Days since the newest joined; everyone else has been there for half a year at least. */
const newest: Readonly<Record<string, number>> = {
  'Hugo Laurent': 12,
  'Beatriz Almeida': 40,
  'David Park': 75,
};

export const demoPeople: readonly DemoPerson[] = names.map((displayName, index) => {
  const [firstName = displayName, ...rest] = displayName.split(' ');
  const lastName = rest.join(' ');
  const known = signIns[displayName];
  const local = displayName
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z -]/g, '')
    .replaceAll(/[ -]+/g, '.');
  return {
    displayName,
    firstName: lastName ? firstName : null,
    lastName: lastName || null,
    email: known?.email ?? `${local}@demo.test`,
    // One in nine has no phone number.
    primaryPhone: index % 9 === 7 ? null : `+1 619 555 01${String(index).padStart(2, '0')}`,
    role: known?.role ?? 'member',
    // One in four left it empty.
    company: index % 4 === 3 ? null : (companies[index % companies.length] ?? null),
    title: index % 4 === 3 ? null : (titles[index % titles.length] ?? null),
    asks: asks[displayName]?.[0] ?? null,
    askedDaysAgo: asks[displayName]?.[1] ?? 0,
    offers: offers[displayName] ?? null,
    city: index % 5 === 4 ? null : (cities[index % cities.length] ?? null),
    joinedDaysAgo: known ? 1_095 : (newest[displayName] ?? 1_095 - ((index * 37) % 900)),
  };
});
