/**
 * A chapter as servers of any version wrote it, in SQL that is valid at that version: from the baseline on, which is
 * also what the earlier migrations left. What a later migration adds depends on `version`.
 */

type Thing = { readonly table: string; readonly id: string };

/** SQL for an id that contracts accept, too. */
export const idAt = (version: number, name: string) =>
  `regexp_replace(md5('${name} ${version}'), '^(.{12}).(...).', '\\17\\28')::uuid`;

/** What is expected to be there ever after. */
export function thingsAt(version: number): Thing[] {
  const named = {
    'hub.chapter': ['chapter'],
    'hub.member': ['ada', 'bob'],
    'hub.invitation': ['invitation'],
    'hub.wallet': ['wallet'],
    'hub.ledger_journal': ['journal'],
    'hub.wallet_transaction': ['transaction', 'deleted transaction'],
    'hub.event': ['event'],
    'hub.event_occurrence': ['occurrence'],
    'hub.expense': ['dinner', 'taxi', 'hotel', 'boat'],
    'hub.expense_override': ['override'],
    'hub.payment': ['payment'],
    'hub.recurring_expense': ['rent'],
    'hub.member_group': ['board'],
    'hub.file': ['receipt'],
    'hub.document_folder': ['folder'],
    'hub.document': ['minutes'],
  };
  return [
    { table: 'auth.account', id: `'account ${version}'` },
    { table: 'auth.account', id: `'second account ${version}'` },
    ...Object.entries(named).flatMap(([table, names]) =>
      names.map((name) => ({ table, id: idAt(version, name) })),
    ),
  ];
}

const at = `'2026-01-02T03:04:05Z'`;

export function statementsAt(version: number): string[] {
  const id = (name: string) => idAt(version, name);
  const chapter = id('chapter');
  return [
    `insert into auth.account (id, name, email, is_email_verified)
    values ('account ${version}', 'Ada', 'account.${version}@example.org', true),
      ('second account ${version}', 'Bob', 'second.account.${version}@example.org', true)`,
    `insert into hub.chapter (id, name, time_zone, policy, chapter_site_url, network_hub_url,
      learning_centre_url, local_platform_url, created_at)
    values (${chapter}, 'Chapter ${version}', 'America/Los_Angeles', 'open', 'https://a.example',
      'https://b.example', 'https://c.example', 'https://d.example', ${at})`,
    `insert into hub.member (chapter_id, id, account_id, display_name, first_name, email, role,
      created_at, updated_at)
    values (${chapter}, ${id('ada')}, 'account ${version}', 'Member ａｄａ', 'ada',
        'ada.${version}@example.org', 'admin', ${at}, ${at}),
      (${chapter}, ${id('bob')}, 'second account ${version}', 'Member bob', 'bob',
        'bob.${version}@example.org', 'member', ${at}, ${at})`,
    `insert into hub.account_chapter (account_id, chapter_id, member_id)
    values ('account ${version}', ${chapter}, ${id('ada')}),
      ('second account ${version}', ${chapter}, ${id('bob')})`,
    `insert into hub.invitation (chapter_id, id, email, role, token_hash, invited_by, created_at, expires_at)
    values (${chapter}, ${id('invitation')}, 'new.${version}@example.org', 'member', 'hash ${version}',
      ${id('ada')}, ${at}, '2026-01-09T03:04:05Z')`,
    `insert into hub.audit (chapter_id, id, at, actor_id, action, entity_kind, entity_id, after)
    values (${chapter}, ${id('record')}, ${at}, ${id('ada')}, 'wallet.create', 'wallet',
      ${id('wallet')}, '{"name": "Trips"}')`,
    `insert into hub.wallet (chapter_id, id, name, owner_id, currency_code, created_at, updated_at)
    values (${chapter}, ${id('wallet')}, 'Ｔｒｉｐｓ', ${id('bob')}, 'USD', ${at}, ${at})`,
    `insert into hub.ledger_journal (chapter_id, id, kind, actor_id, effective_at, recorded_at)
    values (${chapter}, ${id('journal')}, 'post', ${id('ada')}, ${at}, ${at})`,
    `insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    values (${chapter}, ${id('journal')}, 1, 'wallet', ${id('wallet')}, 'USD', 12345, 1, 0, 12345, ${at}),
      (${chapter}, ${id('journal')}, 2, 'world', null, 'USD', -12345, null, null, null, ${at})`,
    `insert into hub.wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
      amount_cents, description, occurred_at, origin, created_at, updated_at, updated_by)
    values (${chapter}, ${id('transaction')}, ${id('wallet')}, ${id('journal')}, 1, ${id('bob')},
      12345, 'Dues', ${at}, 'manual', ${at}, ${at}, ${id('ada')})`,
    // Added by mistake, and deleted: a second posting, its reversal, and what is no longer shown.
    `insert into hub.ledger_journal (chapter_id, id, kind, reverses_id, actor_id, effective_at, recorded_at)
    values (${chapter}, ${id('mistake')}, 'post', null, ${id('ada')}, ${at}, ${at})`,
    `insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    values (${chapter}, ${id('mistake')}, 1, 'wallet', ${id('wallet')}, 'USD', 100, 2, 12345, 12445, ${at}),
      (${chapter}, ${id('mistake')}, 2, 'world', null, 'USD', -100, null, null, null, ${at})`,
    `insert into hub.wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
      amount_cents, description, occurred_at, origin, created_at, updated_at, updated_by)
    values (${chapter}, ${id('deleted transaction')}, ${id('wallet')}, ${id('mistake')}, 1, ${id('bob')},
      100, 'Mistake', ${at}, 'manual', ${at}, ${at}, ${id('ada')})`,
    `update hub.wallet_transaction set version = 2, deleted_at = ${at}, updated_at = ${at}
    where chapter_id = ${chapter} and id = ${id('deleted transaction')}`,
    `insert into hub.ledger_journal (chapter_id, id, kind, reverses_id, actor_id, effective_at, recorded_at)
    values (${chapter}, ${id('reversal')}, 'reverse', ${id('mistake')}, ${id('ada')}, ${at}, ${at})`,
    `insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    values (${chapter}, ${id('reversal')}, 1, 'wallet', ${id('wallet')}, 'USD', -100, 3, 12445, 12345, ${at}),
      (${chapter}, ${id('reversal')}, 2, 'world', null, 'USD', 100, null, null, null, ${at})`,
    `insert into hub.calendar (chapter_id, id, name, time_zone, is_main, created_at)
    values (${chapter}, ${id('calendar')}, 'Events', 'America/Los_Angeles', true, ${at})`,
    `insert into hub.event (chapter_id, id, calendar_id, title, category_color, local_start, local_end,
      time_zone, created_by, created_at, updated_at)
    values (${chapter}, ${id('event')}, ${id('calendar')}, 'Forum', '0088ff', '2026-02-01 09:00',
      '2026-02-01 11:00', 'America/Los_Angeles', ${id('ada')}, ${at}, ${at})`,
    `insert into hub.event_occurrence (chapter_id, id, event_id, calendar_id, original_local_start,
      local_start, local_end, starts_at, ends_at)
    values (${chapter}, ${id('occurrence')}, ${id('event')}, ${id('calendar')}, '2026-02-01 09:00',
      '2026-02-01 09:00', '2026-02-01 11:00', '2026-02-01T17:00:00Z', '2026-02-01T19:00:00Z')`,
    `insert into hub.rsvp (chapter_id, occurrence_id, member_id, answer, guests, status, place, answered_at)
    values (${chapter}, ${id('occurrence')}, ${id('bob')}, 'going', 1, 'confirmed', 1, ${at})`,
    `update hub.event_occurrence set confirmed_heads = 2, rsvp_turns = 1
    where chapter_id = ${chapter} and id = ${id('occurrence')}`,
    ...(
      [
        ['dinner', id('event'), id('ada')],
        ['taxi', 'null', 'null'],
        ['hotel', 'null', id('bob')],
      ] as const
    ).flatMap(([name, eventId, paidBy]) => [
      `insert into hub.expense (chapter_id, id, title, amount_cents, expense_at, event_id, paid_by,
      is_even_split, is_excluded_from_group_totals, use_wallet_transactions, reimbursement_type,
      participant_count, created_by, created_at, updated_at)
    values (${chapter}, ${id(name)}, '${name}', 10001, ${at}, ${eventId}, ${paidBy},
      ${paidBy === 'null'}, false, ${paidBy === 'null'}, '${paidBy === 'null' ? 'None' : 'Full'}',
      2, ${id('ada')}, ${at}, ${at})`,
      `insert into hub.expense_participant (chapter_id, expense_id, member_id, share_cents)
    values (${chapter}, ${id(name)}, ${id('ada')}, 5001), (${chapter}, ${id(name)}, ${id('bob')}, 5000)`,
    ]),
    `insert into hub.expense_override (chapter_id, expense_id, id, type, amount_cents, label,
      manual_member_id, created_at)
    values (${chapter}, ${id('dinner')}, ${id('override')}, 'manual', 5000, 'No wine', ${id('bob')}, ${at})`,
    `insert into hub.expense_override_participant (chapter_id, expense_id, override_id, member_id)
    values (${chapter}, ${id('dinner')}, ${id('override')}, ${id('bob')})`,
    // Settled, after which nothing of it changes.
    `update hub.expense set status = 'settled', settled_at = ${at}, settled_by = ${id('ada')}, version = 2
    where chapter_id = ${chapter} and id = ${id('hotel')}`,
    `insert into hub.resource_list (chapter_id, entries, version, updated_at)
    values (${chapter}, '[]', 1, ${at})`,
    `insert into hub.chapter_logo (chapter_id, hash, media_type, content, updated_at)
    values (${chapter}, repeat('a', 43), 'image/png', '\\x89504e47', ${at})`,
    `insert into hub.calendar_feed (chapter_id, member_id, secret_hash, created_at)
    values (${chapter}, ${id('bob')}, 'hash ${version}', ${at})`,
    `insert into hub.payment (chapter_id, id, from_member_id, to_member_id, amount_cents, paid_on, method,
      said_by, said_as, created_at, updated_at)
    values (${chapter}, ${id('payment')}, ${id('bob')}, ${id('ada')}, 5000, '2026-01-02', 'cash',
      ${id('bob')}, 'payer', ${at}, ${at})`,
    `insert into hub.recurring_expense (chapter_id, id, frequency, interval_count, first_day, last_day,
      position, next_day, local_time, template, created_by, saved_by, created_at, updated_at)
    values (${chapter}, ${id('rent')}, 'monthly', 1, '2026-01-31', '2027-01-31', 0, '2026-01-31', '09:00',
      jsonb_build_object('title', 'Rent', 'amount', 100.01, 'paidBy', ${id('ada')},
        'participants', jsonb_build_array(${id('bob')})), ${id('ada')}, ${id('ada')}, ${at}, ${at})`,
    `insert into hub.member_group (chapter_id, id, name, created_at, updated_at)
    values (${chapter}, ${id('board')}, 'Board', ${at}, ${at})`,
    `insert into hub.member_group_entry (chapter_id, group_id, member_id)
    values (${chapter}, ${id('board')}, ${id('ada')})`,
    `insert into hub.member_photo (chapter_id, member_id, hash, media_type, content, updated_at)
    values (${chapter}, ${id('bob')}, repeat('a', 43), 'image/jpeg', '\\xffd8', ${at})`,
    `insert into hub.attendance (chapter_id, occurrence_id, member_id, is_here, guests, noted_at, noted_by,
      change_id, version)
    values (${chapter}, ${id('occurrence')}, ${id('bob')}, true, 1, ${at}, ${id('ada')}, ${id('change')}, 1)`,
    `insert into hub.home_visit (chapter_id, member_id, seen_at)
    values (${chapter}, ${id('bob')}, ${at}) on conflict do nothing`,
    `insert into hub.idempotency_key (chapter_id, member_id, key, request_hash, status, reply, created_at)
    values (${chapter}, ${id('ada')}, 'key', 'hash', 201, '{}', ${at})`,
    `insert into hub.event_exception (chapter_id, event_id, original_local_start, is_cancelled)
    values (${chapter}, ${id('event')}, '2026-02-08 09:00', true)`,
    `insert into hub.event_import (chapter_id, calendar_id, uid, event_id, content_hash, imported_at)
    values (${chapter}, ${id('calendar')}, 'uid', ${id('event')}, 'hash', ${at})`,
    `insert into hub.expense (chapter_id, id, title, amount_cents, expense_at, paid_by,
      has_several_payers, is_even_split, is_excluded_from_group_totals, use_wallet_transactions,
      reimbursement_type, participant_count, created_by, created_at, updated_at)
    values (${chapter}, ${id('boat')}, 'boat', 9000, ${at}, ${id('ada')}, true, false, false, false,
      'Full', 1, ${id('ada')}, ${at}, ${at})`,
    `insert into hub.expense_participant (chapter_id, expense_id, member_id, share_cents)
    values (${chapter}, ${id('boat')}, ${id('bob')}, 9000)`,
    `insert into hub.expense_payer (chapter_id, expense_id, member_id, amount_cents, credit_cents)
    values (${chapter}, ${id('boat')}, ${id('ada')}, 6000, 6000),
      (${chapter}, ${id('boat')}, ${id('bob')}, 3000, 3000)`,
    `insert into hub.event_category_list (chapter_id, version) values (${chapter}, 1)`,
    `insert into hub.event_category (chapter_id, color, name, place) values (${chapter}, '0088ff', 'Forums', 1)`,
    `insert into hub.file (chapter_id, id, purpose, name, sent_bytes, uploaded_by, begun_at, finished_at,
      media_type, bytes, sha256)
    values (${chapter}, ${id('receipt')}, 'receipt', 'Bill.pdf', 4, ${id('ada')}, ${at}, ${at},
      'application/pdf', 4, repeat('a', 43))`,
    `insert into hub.file_part (chapter_id, file_id, part, content)
    values (${chapter}, ${id('receipt')}, 0, '\\x25504446')`,
    `insert into hub.file_use (chapter_id, kind, entity_id, file_id, place, added_by, added_at)
    values (${chapter}, 'expense', ${id('dinner')}, ${id('receipt')}, 1, ${id('ada')}, ${at})`,
    `insert into hub.calendar_import (chapter_id, id, member_id, calendar_id, file_name, phase, run_id, begun_at)
    values (${chapter}, ${id('walks')}, ${id('ada')}, ${id('calendar')}, 'walks.ics', 'done', ${id('run')}, ${at})`,
    `insert into hub.calendar_import_event (chapter_id, import_id, place, outcome, is_private, shown)
    values (${chapter}, ${id('walks')}, 0, 'new', false, '{}')`,
    `insert into hub.document_folder (chapter_id, id, name, audience, version, created_at, updated_at)
    values (${chapter}, ${id('folder')}, 'Minutes', 'member', 1, ${at}, ${at})`,
    `insert into hub.document (chapter_id, id, folder_id, name, file_id, media_type, bytes, added_by,
      added_at, version, updated_at)
    values (${chapter}, ${id('minutes')}, ${id('folder')}, 'May.pdf', ${id('receipt')}, 'application/pdf', 4,
      ${id('ada')}, ${at}, 1, ${at})`,
    `insert into hub.document_text (chapter_id, document_id, state, shown, folded, words, read_at)
    values (${chapter}, ${id('minutes')}, 'whole', 'Café', 'cafe', 'cafe', ${at})`,
    `insert into hub.file_object (chapter_id, id, file_id, begun_at, unused_since)
    values (${chapter}, ${id('object')}, ${id('receipt')}, ${at}, ${at})`,
    ...(version < 124 ? [] : chargeStatements(id)),
    ...(version < 125
      ? []
      : [
          `insert into hub.notice_sent (chapter_id, member_id, key, kind, sent_at)
    values (${chapter}, ${id('bob')}, 'charge ${version}', 'new-charge', ${at})`,
        ]),
  ];
}

/** A charge of Bob, of which a part was waived, and a pause of his reminders. */
function chargeStatements(id: (name: string) => string): string[] {
  const chapter = id('chapter');
  const post = (
    journal: string,
    kind: string,
    source: string,
    cents: number,
    seq: number,
    before: number,
  ) => [
    `insert into hub.ledger_journal (chapter_id, id, kind, source_id, actor_id, effective_at, recorded_at)
    values (${chapter}, ${id(journal)}, '${kind}', ${id(source)}, ${id('ada')}, ${at}, ${at})`,
    `insert into hub.ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
      amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
    values (${chapter}, ${id(journal)}, 1, 'wallet', ${id('wallet')}, 'USD', ${cents}, ${seq}, ${before},
        ${before + cents}, ${at}),
      (${chapter}, ${id(journal)}, 2, 'company', null, 'USD', ${-cents}, null, null, null, ${at})`,
    `insert into hub.wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
      amount_cents, description, occurred_at, origin, created_at, updated_at, updated_by)
    values (${chapter}, ${id(kind === 'charge' ? 'item' : `shown ${journal}`)}, ${id('wallet')}, ${id(journal)}, 1, ${id('bob')},
      ${cents}, '2026 dues', ${at}, 'charge', ${at}, ${at}, ${id('ada')})`,
  ];
  return [
    `insert into hub.charge (chapter_id, id, title, due_on, created_by, created_at)
    values (${chapter}, ${id('charge')}, '2026 dues', '2026-02-01', ${id('ada')}, ${at})`,
    `insert into hub.charge_item (chapter_id, id, charge_id, title_key, asked_due_on, member_id,
      amount_cents, due_on)
    values (${chapter}, ${id('item')}, ${id('charge')}, '2026 dues', '2026-02-01', ${id('bob')}, 25000, '2026-02-01')`,
    ...post('charge journal', 'charge', 'charge', -25000, 4, 12345),
    `insert into hub.charge_act (chapter_id, id, item_id, act, amount_cents, posting_id, reason, acted_by, acted_at)
    values (${chapter}, ${id('waiver')}, ${id('item')}, 'waive', 5000, ${id('waiver')}, 'New', ${id('ada')}, ${at})`,
    ...post('waiver journal', 'charge_off', 'waiver', 5000, 5, -12655),
    `insert into hub.dues_pause (chapter_id, member_id, until_on, paused_by, paused_at)
    values (${chapter}, ${id('bob')}, '2026-03-01', ${id('ada')}, ${at})`,
  ];
}
