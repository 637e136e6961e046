-- What somebody proves beside or instead of a password: the codes of an authenticator app, recovery
-- codes, passkeys. The tables are ours, beside those of the identity library whose accounts they
-- belong to; they go with the account.

create table auth.second_factor (
  account_id text primary key references auth."user" ("id") on delete cascade,
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
  rests_until timestamptz
);

create table auth.recovery_code (
  account_id text not null references auth.second_factor (account_id) on delete cascade,
  hash text not null,
  used_at timestamptz,
  primary key (account_id, hash)
);

create table auth.passkey (
  id uuid primary key,
  account_id text not null references auth."user" ("id") on delete cascade,
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
  account_id text references auth."user" ("id") on delete cascade,
  session_id text references auth.session ("id") on delete cascade,
  -- What the passkey signs. Of a second step: which password led to it, hashed once more.
  challenge text not null,
  expires_at timestamptz not null,
  check ((purpose = 'passkey-sign-in') = (account_id is null)),
  check ((purpose = 'passkey-creation') = (session_id is not null))
);
create index challenge_of_account on auth.challenge (account_id);
create index challenge_of_session on auth.challenge (session_id);
create index challenge_by_end on auth.challenge (expires_at);

grant select, insert, update, delete
  on auth.second_factor, auth.recovery_code, auth.passkey, auth.challenge to :app_role;
