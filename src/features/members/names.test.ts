import { describe, expect, test } from 'vitest';
import { firstAndLastName, splitFullName } from './names.ts';

describe('first and last name', () => {
  test('are used as stored if both are present', () => {
    const stored = { displayName: 'Dr. Maya Chen', firstName: 'Maya', lastName: 'Chen' };
    expect(firstAndLastName(stored)).toEqual({ firstName: 'Maya', lastName: 'Chen' });
  });

  test('are derived from the display name if either is missing', () => {
    const display = { displayName: ' María  del Mar Ortiz ' };
    const split = { firstName: 'María', lastName: 'del Mar Ortiz' };
    expect(firstAndLastName({ ...display, firstName: null, lastName: null })).toEqual(split);
    expect(firstAndLastName({ ...display, firstName: 'Mar', lastName: null })).toEqual(split);
    expect(firstAndLastName({ ...display, firstName: ' ', lastName: 'Ortiz' })).toEqual(split);
  });

  test('have an empty last name for a person with a single name', () => {
    const stored = { displayName: 'Cher', firstName: null, lastName: null };
    expect(firstAndLastName(stored)).toEqual({ firstName: 'Cher', lastName: '' });
  });
});

test.each([
  ['Nora Quill', 'Nora', 'Quill'],
  ['Quill, Nora', 'Nora', 'Quill'],
  ['Quill,Nora', 'Nora', 'Quill'],
  ['de la Cruz, Ana Maria', 'Ana Maria', 'de la Cruz'],
  ['Nora Quill, Jr.', 'Nora', 'Quill, Jr.'],
  ['Nora Quill, M.D., Ph.D.', 'Nora', 'Quill, M.D., Ph.D.'],
  ['Quill, Nora, III', 'Nora', 'Quill, III'],
  ['Nora Quill, Ph. D., CFP®', 'Nora', 'Quill, Ph. D., CFP®'],
  ['Nora Quill, Esquire', 'Nora', 'Quill, Esquire'],
  ['Nora Quill, 3rd', 'Nora', 'Quill, 3rd'],
  ['Ludwig van Beethoven, Dr.', 'Ludwig', 'van Beethoven, Dr.'],
  ['Dr. José Ángel Ruiz Jr.', 'Dr. José', 'Ángel Ruiz Jr.'],
  ['Dr. Quill', 'Dr.', 'Quill'],
  ['Prof. Dr. Nora Quill', 'Prof. Dr. Nora', 'Quill'],
  ['Miss Nora Quill', 'Miss Nora', 'Quill'],
  ['Frau Dr. Quill', 'Frau Dr.', 'Quill'],
  ['Dr. med. Nora Quill', 'Dr. med. Nora', 'Quill'],
  ['Prof. Dr.-Ing. h.c. Nora Quill', 'Prof. Dr.-Ing. h.c. Nora', 'Quill'],
  ['Dr. rer. nat. Quill', 'Dr. rer. nat.', 'Quill'],
  ['Sir Ian Quill', 'Sir Ian', 'Quill'],
  ['García Ruiz, LeAnn', 'LeAnn', 'García Ruiz'],
  ['Raj A/L Kumar', 'Raj', 'A/L Kumar'],
  ['de la Cruz, J.P.', 'J.P.', 'de la Cruz'],
  ['QUILL MEYER, NORA', 'NORA', 'QUILL MEYER'],
  ['Quill, NORA', 'NORA', 'Quill'],
  ['Quill，Nora', 'Nora', 'Quill'],
  ['山田、太郎', '太郎', '山田'],
  ['Ma, Yo-Yo', 'Yo-Yo', 'Ma'],
  ['Maya  van\nDijk', 'Maya', 'van Dijk'],
  ['Quill,', 'Quill', ''],
  ['Prince', 'Prince', ''],
  ['García Ruiz, J. P.', 'J. P.', 'García Ruiz'],
  ['Lt. Col. Nora Quill, Ret.', 'Lt. Col. Nora', 'Quill, Ret.'],
  ['12. Nora Quill', 'Nora', 'Quill'],
  ['• Nora Quill**', 'Nora', 'Quill'],
  ['Quill; Nora', 'Nora', 'Quill'],
])('%j is %j %j', (text, firstName, lastName) => {
  expect(splitFullName(text)).toEqual({ firstName, lastName });
});

test.each([
  'Quill, Nora, Ada',
  'Quill, Jr., Nora',
  ', Nora',
  'Nora Quill, FACHE',
  'Nora Quill, USN (Ret.)',
  'Nora Quill, M.Ed.',
  'Nora Quill, B.A.',
  'Nora Quill, EdD',
  'Nora Quill, she/her',
  'Nora & Ada Quill',
  'Mr & Mrs Max Quill',
  'Max and Nora Quill',
  'Quill, Nora & Max',
  'Nora Quill + Max Bell',
  'Nora et Max Quill',
  'nora@example.org',
  'Nora Quill <nora@example.org>',
])('%j asks', (text) => {
  expect(splitFullName(text)).toBeUndefined();
});

test('a cell that is no name is read in one pass', () => {
  const long = `N${'a'.repeat(200_000)}`;
  expect(splitFullName(`${long}, EdD`)).toEqual({ firstName: 'EdD', lastName: long });
  expect(splitFullName(`Nora${' *'.repeat(100_000)}`)?.firstName).toBe('Nora');
}, 1_000);
