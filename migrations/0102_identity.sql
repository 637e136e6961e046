-- Accounts, how they are proved, sessions and signing keys. Who belongs to which chapter is in the schema hub.

create table auth.account (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  is_email_verified boolean not null,
  created_at timestamptz not null default current_timestamp,
  -- An account that is disabled has no living session or token, in any chapter.
  disabled_at timestamptz,
  last_chapter_id text,
  -- Null for an account that signs in by other ways alone. A PHC string of argon2id.
  password_hash text
);

-- Of an account at another issuer.
create table auth.identity (
  subject text not null,
  issuer text not null,
  account_id text not null references auth.account (id) on delete cascade,
  created_at timestamptz not null default current_timestamp,
  primary key (issuer, subject)
);
create index identity_of_account on auth.identity (account_id);

create table auth.session (
  id text primary key,
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default current_timestamp,
  last_used_at timestamptz not null,
  user_agent text not null default '',
  account_id text not null references auth.account (id) on delete cascade,
  active_chapter_id text
);
create index session_of_account on auth.session (account_id);

-- Ed25519 keys. The private halves are encrypted with the hub's secret.
create table auth.signing_key (
  id text primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- What somebody proves beside or instead of a password: the codes of an authenticator app, recovery
-- codes, passkeys. They go with the account.

create table auth.second_factor (
  account_id text primary key references auth.account (id) on delete cascade,
  -- Encrypted with the hub's secret.
  secret text not null,
  created_at timestamptz not null,
  -- Null while it is being set up: only a confirmed one is asked for.
  confirmed_at timestamptz,
  -- The latest 30 seconds of which a code was used; none of these or earlier ones counts again.
  last_step bigint not null default 0,
  -- Attempts since the last right code, within the hour; what has too many rests.
  attempts integer not null default 0,
  attempted_at timestamptz,
  rests_until timestamptz,
  -- Wrong codes from browsers in which the owner has signed in before are counted by themselves, so that
  -- whoever knows the password alone cannot keep the owner out.
  known_attempts integer not null default 0,
  known_attempted_at timestamptz,
  known_rests_until timestamptz
);

create table auth.recovery_code (
  account_id text not null references auth.second_factor (account_id) on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (account_id, hash)
);

create table auth.passkey (
  id uuid primary key,
  account_id text not null references auth.account (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- Of its signatures; zero for ever where the authenticator does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_account on auth.passkey (account_id);

-- What a browser has begun and must end within minutes. Its cookie holds the secret of the hash.
create table auth.challenge (
  hash text primary key,
  purpose text not null check (purpose in ('second-factor', 'passkey-sign-in', 'passkey-creation')),
  -- Null: whoever's passkey answers.
  account_id text references auth.account (id) on delete cascade,
  session_id text references auth.session (id) on delete cascade,
  -- What the passkey signs. Of a second step: which password led to it, hashed once more.
  challenge text not null,
  expires_at timestamptz not null,
  check ((purpose = 'passkey-sign-in') = (account_id is null)),
  check ((purpose = 'passkey-creation') = (session_id is not null))
);
create index challenge_of_account on auth.challenge (account_id);
create index challenge_of_session on auth.challenge (session_id);
create index challenge_by_end on auth.challenge (expires_at);

-- The newest request of an account to choose another password. Used ones stay until the next, so
-- that a mail sent twice does not bring its link back to life.
create table auth.password_reset (
  account_id text primary key references auth.account (id) on delete cascade,
  id uuid not null unique,
  token_hash text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Whether a mail carried the link, which then proves the address; a command's link proves nothing.
  is_mailed boolean not null default false
);

-- Attempts to prove a password are counted by all servers of a database together, for a minute. A
-- crash may forget them, so nothing waits for the disk. The keys are hashes.
create unlogged table auth.attempt (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempt_by_end on auth.attempt (ends_at);

grant select, insert, update, delete on auth.account, auth.identity, auth.session, auth.signing_key,
  auth.second_factor, auth.recovery_code, auth.passkey, auth.challenge, auth.attempt to :app_role;
grant select, insert, update on auth.password_reset to :app_role;

-- Who looks after the whole installation: makes chapters, and reads how many there are. Nothing of
-- what is in a chapter follows from it.
create table hub.installation_admin (
  account_id text primary key references auth.account (id),
  granted_at timestamptz not null
);

grant select, insert, delete on hub.installation_admin to :app_role;
