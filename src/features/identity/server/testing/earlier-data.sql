-- What the hub wrote while better-auth 1.7.7 kept its accounts, after migration 0027: two members,
-- their sessions and the signing key, made by its own calls with the secret of the tests. Only the
-- times of the sessions and the end of the key are moved, so that they do not expire.

insert into hub.chapter (id, name, time_zone, chapter_site_url, network_hub_url,
  learning_centre_url, local_platform_url, created_at)
values ('01a204fd-0355-7845-a05f-3376fbd83628', 'San Diego', 'America/Los_Angeles', 'https://chapter.example.org',
  'https://hub.example.org', 'https://learn.example.org', 'https://platform.example.org',
  '2026-11-22T20:40:20.053Z');

insert into auth."user" (id, name, email, "emailVerified", "createdAt", "updatedAt", "lastChapterId")
values
  ('01a204fd-051f-7476-a508-356e2ae550e8', 'Paula Muster', 'paula@example.org', false,
    '2026-11-22T20:40:20.402Z', '2026-11-22T20:40:20.402Z', '01a204fd-0355-7845-a05f-3376fbd83628'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'Quentin Muster', 'quentin@example.org', true,
    '2026-11-22T20:40:20.655Z', '2026-11-22T20:40:20.655Z', '01a204fd-0355-7845-a05f-3376fbd83628');

insert into hub.member (chapter_id, id, account_id, display_name, first_name, last_name, email, role,
  created_at, updated_at)
values
  ('01a204fd-0355-7845-a05f-3376fbd83628', '01a204fd-0522-712d-8a82-4d2e354de7d6', '01a204fd-051f-7476-a508-356e2ae550e8', 'Paula Muster', 'Paula', 'Muster',
    'paula@example.org', 'treasurer', '2026-11-22T20:40:20.402Z', '2026-11-22T20:40:20.402Z'),
  ('01a204fd-0355-7845-a05f-3376fbd83628', '01a204fd-061a-7cc5-955d-62ecb05af3ea', '01a204fd-0618-79fc-bf24-0393151fb9ff', 'Quentin Muster', 'Quentin', 'Muster',
    'quentin@example.org', 'member', '2026-11-22T20:40:20.655Z', '2026-11-22T20:40:20.655Z');

insert into hub.account_chapter (account_id, chapter_id, member_id)
select account_id, chapter_id, id from hub.member;

insert into auth.account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
values
  ('01a204fd-051f-7bbd-be79-bba4a54a113f', '01a204fd-051f-7476-a508-356e2ae550e8', 'credential', '01a204fd-051f-7476-a508-356e2ae550e8',
    'd94511f89bcef0a0de4da7b5aa26f0e9:9582f73582b993e72fa09702b7ad873911799d41f320dc684f9307cfc546b76b329dd6e75cabcf772429b1ab3b9c9c1655cdce39d8846e5daca13fd9c9fbfeaf',
    '2026-11-22T20:40:20.402Z', '2026-11-22T20:40:20.402Z'),
  ('01a204fd-0619-70f8-9392-e66e8027e1cd', '01a204fd-0618-79fc-bf24-0393151fb9ff', 'credential', '01a204fd-0618-79fc-bf24-0393151fb9ff',
    '03aabba4629c0155801e9fcea02dfb85:05002b0fce03931c39af46db98a145e3537e2c6d84009a61813f7c48a0b257f98fdfb57917d491c6568517fa68022b3494dcdaec9cca1266879395d0f62231bd',
    '2026-11-22T20:40:20.655Z', '2026-11-22T20:40:20.655Z'),
  ('01a204fd-0700-7101-8a11-0a5b5a5c5d5e', 'subject-of-quentin', 'https://id.example.org', '01a204fd-0618-79fc-bf24-0393151fb9ff', null,
    '2026-11-22T20:40:21.655Z', '2026-11-22T20:40:21.655Z');

insert into auth.session (id, token, "userId", "activeChapterId", "ipAddress", "userAgent",
  "createdAt", "updatedAt", "expiresAt")
values
  ('h1xhoqeSKme2gqBUUVFsOgjnQxqEaKag', 'uFmWtXPHJrpXccw0HHfRwLYbRN2cED0F', '01a204fd-051f-7476-a508-356e2ae550e8', '01a204fd-0355-7845-a05f-3376fbd83628', '',
    'lightMyRequest', now(), now(), now() + interval '7 days'),
  ('VegYNCtvArUEB7X78Kjeetr8nlYPO1mp', '4lT8wPwGZEYQnoX7ZF7lit5bKmDaKs4p', '01a204fd-0618-79fc-bf24-0393151fb9ff', '01a204fd-0355-7845-a05f-3376fbd83628', '',
    'lightMyRequest', now(), now(), now() + interval '7 days');

insert into auth.jwks (id, "publicKey", "privateKey", "createdAt", "expiresAt", alg, crv)
values ('TDnAkm226jGFrfaRhGjiMhZiMh15JCGn',
  '{"kty":"OKP","crv":"Ed25519","x":"8I3moY1b9GOSAHug2OmkiLbdf96C5z2iQ4qeUD7Ur7k"}',
  '"5e0466afcb9c8ab6fcf67e6f0eb30dbcd5ee52f6b352fc3209042e889998e3723737822c8a25ed34645092a27b89835b872094f0d56772dd64c706f387622e28157b60def01f24df9c1041d7ebb8258d1e84820d853a3897f96f6df789305bdf50e5261d6adaba01c0adcf9bcdc039e6d93c17685fbfd6ddd3af9cf4106bc162bf31cc670e6b51feb8ec3d6acc42d8012440b8fc6ca7e8f5e5e653d55f2a557ec8e81d58d6524307b6"',
  '2026-11-22T20:40:20.346Z', now() + interval '90 days', 'EdDSA', 'Ed25519');

insert into auth.second_factor (account_id, secret, created_at, confirmed_at, last_step)
values ('01a204fd-0618-79fc-bf24-0393151fb9ff',
  'bca4c9243ab99783f434d9112c067fab2cb6d348354628080eb1b253fe7aa13d78fc5b80d8ea8754f6f177ad5bc11d974a5b35d3810d4c6563e1c008214c33230afb687220dbdba2b38a529c75390204',
  '2026-11-22T20:40:20.890Z', '2026-11-22T20:40:20.976Z', 59846000);

insert into auth.recovery_code (account_id, hash)
values
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 's79k1e90cMDifj6d0S2xv1BKtYvIgXxTDQa64Oj3xAc'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'Qw6siXCSkXJjm_r7SC2U2kctZLUj_7PZU3BFdUqGk-k'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'gnoTdBQ4R764lH0ord7pdyS_wVcQzn97RQA7pjwkHKk'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'deK0UWhgUJDyqC3TMWOkAG3unfOQyBdKBdwtDPzI5RQ'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'WjLQN1w16Me96Ffx5x6u_8RmT2na1mxBQGvcO0rotd4'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', '8YR_hIkXhwoBevM59eIXbmo495FEpWpqyQQtiZ2-NEY'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'bsjL7j362iEO7BFTD4vs3fiM5kp05mPkpYue75jhLs4'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'o0NFAoIQiZyEETNMrTlh9VV3V9UfiyRYgKt1-26AtG8'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', '2fwTXNYuvQl1Us_S527IPGYMrUKgcQWU3bpQ9wgizoc'),
  ('01a204fd-0618-79fc-bf24-0393151fb9ff', 'nzjzro8zpBwDNCXSF_DAFT32qOAKxqNz3w1mR7WQ1M4');
