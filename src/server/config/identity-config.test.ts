import { describe, expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readOidc, readTrustedIssuers } from './identity-config.ts';

const oidc = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'hub' };

test('an OIDC provider requires issuer and client, and is named after its host by default', () => {
  expect(readOidc({})).toBeUndefined();
  expect(readOidc(oidc)).toEqual({
    issuer: 'https://id.example.org',
    clientId: 'hub',
    clientSecret: undefined,
    name: 'id.example.org',
    allow: [],
  });
  const more = { ...oidc, OIDC_CLIENT_SECRET: 's', OIDC_NAME: 'Harbor ID' };
  const allow = { OIDC_ALLOW: 'Example.org, ann@other.example' };
  expect(readOidc({ ...more, ...allow })).toMatchObject({
    clientSecret: 's',
    name: 'Harbor ID',
    allow: ['example.org', 'ann@other.example'],
  });
});

test('plain HTTP is accepted for this machine only', () => {
  expect(readOidc({ ...oidc, OIDC_ISSUER: 'http://localhost:3000' })).toBeDefined();
  expect(() => readOidc({ ...oidc, OIDC_ISSUER: 'http://id.example.org' })).toThrow(/https/);
  expect(() => readOidc({ ...oidc, OIDC_ISSUER: 'http://localhost.evil.example' })).toThrow(
    ConfigError,
  );
});

describe('an invalid setting is refused by the name of its variable', () => {
  test.each([
    ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'id.example.org' }],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example.org' }],
    ['OIDC_ALLOW', { ...oidc, OIDC_ALLOW: '*' }],
    ['OIDC_ALLOW', { ...oidc, OIDC_ALLOW: '@example.org' }],
    ['OIDC_ALLOW', { ...oidc, OIDC_ALLOW: 'org' }],
  ])('%s', (name, env) => {
    expect(() => readOidc(env)).toThrow(new RegExp(name));
  });

  const issuer = { issuer: 'https://id.example.org', audience: 'hub' };
  test.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['no issuer', '[{"audience":"hub"}]'],
    ['no audience', '[{"issuer":"https://id.example.org"}]'],
    ['an empty audience', JSON.stringify([{ ...issuer, audience: '' }])],
    ['plain HTTP', JSON.stringify([{ ...issuer, issuer: 'http://id.example.org' }])],
    ['keys by plain HTTP', JSON.stringify([{ ...issuer, jwksUrl: 'http://id.example.org/jwks' }])],
    ['parties that are no list', JSON.stringify([{ ...issuer, authorizedParties: 'hub' }])],
    ['a misspelled setting', JSON.stringify([{ ...issuer, authorisedParties: ['hub'] }])],
    ['an issuer twice', JSON.stringify([issuer, issuer])],
  ])('TRUSTED_ISSUERS: %s', (_what, text) => {
    const read = () => readTrustedIssuers(text);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/TRUSTED_ISSUERS/);
  });
});

test('trusted issuers are read with their defaults', () => {
  expect(readTrustedIssuers('[{"issuer":"https://id.example.org","audience":"hub"}]')).toEqual([
    {
      issuer: 'https://id.example.org',
      audience: 'hub',
      authorizedParties: [],
      jwksUrl: undefined,
    },
  ]);
});
