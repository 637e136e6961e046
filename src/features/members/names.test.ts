import { describe, expect, test } from 'vitest';
import { firstAndLastName } from './names.ts';

describe('first and last name', () => {
  test('are taken as stored when both are there', () => {
    const stored = { displayName: 'Dr. Maya Chen', firstName: 'Maya', lastName: 'Chen' };
    expect(firstAndLastName(stored)).toEqual({ firstName: 'Maya', lastName: 'Chen' });
  });

  test('come from the display name when either is missing: its first word, and the rest', () => {
    const display = { displayName: ' María  del Mar Ortiz ' };
    const split = { firstName: 'María', lastName: 'del Mar Ortiz' };
    expect(firstAndLastName({ ...display, firstName: null, lastName: null })).toEqual(split);
    expect(firstAndLastName({ ...display, firstName: 'Mar', lastName: null })).toEqual(split);
    expect(firstAndLastName({ ...display, firstName: ' ', lastName: 'Ortiz' })).toEqual(split);
  });

  test('leave the last name empty for somebody with one name alone', () => {
    const stored = { displayName: 'Cher', firstName: null, lastName: null };
    expect(firstAndLastName(stored)).toEqual({ firstName: 'Cher', lastName: '' });
  });
});
