import { expect, test } from 'vitest';
import { readClientAddress, toHousehold, toNetwork } from './client-address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::ffff:c000:201', '192.0.2.1', '192.0.2.0/24'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  // As some proxies write it, with a port that is another one for each connection.
  ['192.0.2.1:4711', '192.0.2.1', '192.0.2.0/24'],
  ['[2001:db8::1]:4711', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['[2001:db8::1]', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['[::ffff:c000:201]:4711', '192.0.2.1', '192.0.2.0/24'],
  // What is no address counts as the proxy that sent it.
  ['unknown', '198.51.100.7', '198.51.100.0/24'],
  ['_hidden:1234', '198.51.100.7', '198.51.100.0/24'],
  ['192.0.2.256', '198.51.100.7', '198.51.100.0/24'],
  ['', '198.51.100.7', '198.51.100.0/24'],
])('an address written as %s counts for %s and %s', (forwarded, household, network) => {
  const address = readClientAddress(forwarded, '::ffff:198.51.100.7');
  expect([toHousehold(address), toNetwork(address)]).toEqual([household, network]);
});
