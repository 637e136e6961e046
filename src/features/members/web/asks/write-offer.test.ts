import { expect, test } from 'vitest';
import { writeOffer } from './write-offer.ts';

test('an offer is an email to the member alone, whatever the ask and the address contain', () => {
  const asks = 'A CFO & a COO?\nbcc=all@example.org #now';
  const offer = new URL(
    writeOffer({ email: 'a?bcc=b@example.org', firstName: 'Aisha', asks }, 'Tom Becker'),
  );
  expect(decodeURIComponent(offer.pathname)).toBe('a?bcc=b@example.org');
  expect([...offer.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(offer.searchParams.get('body')).toContain(asks);
  expect(offer.hash).toBe('');
});
