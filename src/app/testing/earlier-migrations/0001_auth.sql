-- Accounts, sessions and signing keys: the tables of better-auth, which names their columns. The
-- server's role cannot create tables, so they are made here; a test holds them to what the library
-- asks for. Whatever says who belongs to which chapter is ours and lives in the schema hub.

create schema auth;
grant usage on schema auth to :app_role;

create table auth."user" (
  "id" text primary key,
  "name" text not null,
  "email" text not null unique check ("email" = lower("email")),
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  -- An account that is disabled has no living session or token, in any chapter.
  "disabledAt" timestamptz,
  "lastChapterId" text
);

create table auth.session (
  "id" text primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "activeChapterId" text
);
create index "session_userId_idx" on auth.session ("userId");

create table auth.account (
  "id" text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on auth.account ("userId");
create unique index account_once on auth.account ("providerId", "accountId");

create table auth.verification (
  "id" text primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index verification_identifier_idx on auth.verification ("identifier");

-- The private halves are encrypted with the hub's secret.
create table auth.jwks (
  "id" text primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

grant select, insert, update, delete
  on auth."user", auth.session, auth.account, auth.verification, auth.jwks to :app_role;
