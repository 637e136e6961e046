-- The tables of the schema auth as the hub itself would have made them. better-auth named them until
-- now: its "user" is our account, its "account" a password or an identity at another issuer.

alter table auth.account rename to identity;
alter table auth."user" rename to account;

alter table auth.account rename "emailVerified" to is_email_verified;
alter table auth.account rename "createdAt" to created_at;
alter table auth.account rename "disabledAt" to disabled_at;
alter table auth.account rename "lastChapterId" to last_chapter_id;
alter table auth.account rename constraint user_pkey to account_pkey_new;
alter table auth.account rename constraint user_email_key to account_email_key;
alter table auth.account rename constraint user_email_check to account_email_check;
alter table auth.account drop column image, drop column "updatedAt";
-- Null for an account that signs in by other ways alone. A PHC string of argon2id; scrypt's hashes,
-- of earlier versions, are replaced when their passwords are next proved.
alter table auth.account add column password_hash text;

update auth.account a set password_hash = i.password
from auth.identity i where i."userId" = a.id and i."providerId" = 'credential';
delete from auth.identity where "providerId" = 'credential';

alter table auth.identity rename "providerId" to issuer;
alter table auth.identity rename "accountId" to subject;
alter table auth.identity rename "userId" to account_id;
alter table auth.identity rename "createdAt" to created_at;
alter table auth.identity
  drop column id,
  drop column "accessToken",
  drop column "refreshToken",
  drop column "idToken",
  drop column "accessTokenExpiresAt",
  drop column "refreshTokenExpiresAt",
  drop column scope,
  drop column password,
  drop column "updatedAt",
  add constraint identity_pkey primary key using index account_once;
alter table auth.identity rename constraint "account_userId_fkey" to identity_account_id_fkey;
alter index auth."account_userId_idx" rename to identity_of_account;
alter table auth.account rename constraint account_pkey_new to account_pkey;

alter table auth.session rename "userId" to account_id;
alter table auth.session rename "userAgent" to user_agent;
alter table auth.session rename "activeChapterId" to active_chapter_id;
alter table auth.session rename "createdAt" to created_at;
alter table auth.session rename "updatedAt" to last_used_at;
alter table auth.session rename "expiresAt" to expires_at;
alter table auth.session drop column "ipAddress";
update auth.session set user_agent = '' where user_agent is null;
alter table auth.session alter column user_agent set not null, alter column user_agent set default '';
alter table auth.session rename constraint "session_userId_fkey" to session_account_id_fkey;
alter index auth."session_userId_idx" rename to session_of_account;

-- Ed25519 keys alone. The private halves are encrypted with the hub's secret.
alter table auth.jwks rename to signing_key;
alter table auth.signing_key rename "publicKey" to public_key;
alter table auth.signing_key rename "privateKey" to private_key;
alter table auth.signing_key rename "createdAt" to created_at;
alter table auth.signing_key rename "expiresAt" to expires_at;
alter table auth.signing_key rename constraint jwks_pkey to signing_key_pkey;
delete from auth.signing_key where alg is distinct from 'EdDSA';
alter table auth.signing_key drop column alg, drop column crv;
-- It was JSON: a text in quotes.
update auth.signing_key set private_key = trim(both '"' from private_key),
  expires_at = coalesce(expires_at, created_at + interval '90 days');
alter table auth.signing_key alter column expires_at set not null;

drop table auth.verification;
