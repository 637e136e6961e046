import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import type { Member } from './contract.ts';
import { searchMembers, toSearchable } from './search-members.ts';

function person(displayName: string, more: Partial<Member> = {}): Member {
  return {
    id: testId(displayName),
    externalUserIdentifier: null,
    displayName,
    firstName: displayName.split(' ')[0] ?? '',
    lastName: displayName.split(' ')[1] ?? '',
    email: 'someone@example.org',
    primaryPhone: null,
    audit: { createdAt: '2024-01-01T00:00:00.000Z' },
    ...more,
  };
}

const all = toSearchable([
  person('Émilie Roy'),
  person('Maya Chen', { email: 'maya@harbor.example' }),
  person('Tom Becker', { primaryPhone: '+1 (619) 555-0100' }),
  person('Zoe Kay', { primaryPhone: '07700 900123' }),
  person('Ana Ortiz', { externalUserIdentifier: 'EO-4711' }),
]);
const find = (query: string) => searchMembers(all, query).map((member) => member.id);

test('an empty query finds everyone, in the given order', () => {
  expect(find(' ')).toEqual(['Émilie Roy', 'Maya Chen', 'Tom Becker', 'Zoe Kay', 'Ana Ortiz']);
});

test.each([
  ['emi', 'Émilie Roy'],
  ['ÉMILIE', 'Émilie Roy'],
  ['chen may', 'Maya Chen'],
  ['harbor', 'Maya Chen'],
  ['6195550100', 'Tom Becker'],
  ['(619) 555', 'Tom Becker'],
  ['619-555-0100', 'Tom Becker'],
  ['1.619.555.0100', 'Tom Becker'],
  ['(619)555–0100', 'Tom Becker'],
  ['001 619 555 0100', 'Tom Becker'],
  ['+44 7700 900123', 'Zoe Kay'],
  ['Chen, Maya', 'Maya Chen'],
  ['Maya Chen <maya@harbor.example>', 'Maya Chen'],
  ['\u200bMaya\u00a0Chen', 'Maya Chen'],
  ['eo-47', 'Ana Ortiz'],
])('the query %s finds %s', (query, name) => {
  expect(find(query)).toEqual([name]);
});

test('every word of the query must match', () => {
  expect(find('maya becker')).toEqual([]);
});
