import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { type Facts, factsOfInput, factsThatDiffer, factWords } from './transaction-facts.ts';

const maya = testId<'member'>('maya');
const facts: Facts = {
  userId: maya,
  amount: cents(1250),
  description: 'Guest ticket',
  metadataJson: '',
};

test('two versions differ in what a person would call different', () => {
  expect(factsThatDiffer(facts, { ...facts })).toEqual([]);
  expect(factsThatDiffer(facts, { ...facts, referenceId: '', metadataJson: '{}' })).toEqual([]);
  expect(factsThatDiffer(facts, { ...facts, amount: cents(-1250) })).toEqual(['Amount', 'Type']);
  expect(
    factsThatDiffer(facts, {
      ...facts,
      userId: testId('tom'),
      description: 'Ticket',
      referenceId: 'R-1',
      metadataJson: '{"a":1}',
    }),
  ).toEqual(['User', 'Description', 'Reference', 'Metadata']);
});

test('what a form means is compared as what it would become', () => {
  const input = {
    userId: maya,
    transactionType: 'debit' as const,
    amount: cents(1250),
    description: 'Guest ticket',
    referenceId: '',
    metadataJson: '{}',
  };
  expect(factsThatDiffer(factsOfInput(input), { ...facts, amount: cents(-1250) })).toEqual([]);
});

test('each fact has words', () => {
  const known = { currency: 'EUR' as const, userName: () => 'Maya Chen' };
  expect(factWords(facts, 'Amount', known)).toBe('+€12.50');
  expect(factWords(facts, 'Type', known)).toBe('credit');
  expect(factWords(facts, 'User', known)).toBe('Maya Chen');
  expect(factWords(facts, 'Reference', known)).toBe('-');
});
