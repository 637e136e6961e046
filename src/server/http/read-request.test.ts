import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { readRequest } from './read-request.ts';

// By itself: the identity library brings another zod, whose words would stand in for missing ones.
test('errors only programs can make also get plain messages', () => {
  const body = { ownerId: 7, currencyCode: 'XAU', more: true };
  const request = { headers: {}, params: {}, query: {}, body } as unknown as FastifyRequest;
  expect(readRequest(walletCalls.create, request)).toMatchObject({
    refusal: {
      message: 'Invalid input: expected string, received undefined',
      field: 'name',
      details: {
        issues: [
          { field: 'name', message: 'Invalid input: expected string, received undefined' },
          { field: 'ownerId', message: 'Invalid input: expected string, received number' },
          {
            field: 'currencyCode',
            message: 'Invalid option: expected one of "USD"|"EUR"|"GBP"|"CAD"|"AUD"',
          },
          { field: '', message: 'Unrecognized key: "more"' },
        ],
      },
    },
  });
});
