/**
 * SQL statements on the ledger, valid and invalid. `:name` stands for a row the test knows, `:new`
 * and `:new2` for fresh ids, constant within one statement.
 */
export const journal = (kind = 'post', more = 'null, null') => `
  insert into ledger_journal (chapter_id, id, kind, reverses_id, expense_id, actor_id, effective_at, recorded_at)
  values (':chapter', ':new', '${kind}', ${more}, ':maya', ':at', ':at');`;
/** Entries of the new journal: `account, wallet, currency, amount, seq, before, after`. */
export const legs = (...rows: string[]) => `
  insert into ledger_entry (chapter_id, journal_id, leg, account, wallet_id, currency_code,
    amount_cents, seq, balance_before_cents, balance_after_cents, recorded_at)
  values ${rows.map((row, n) => `(':chapter', ':new', ${n + 1}, ${row}, ':at')`).join(', ')};`;
export const world = (amount: number, currency = 'USD') =>
  `'world', null, '${currency}', ${amount}, null, null, null`;
export const post = (wallet = ':other', amount = 7) =>
  `select ledger_post(':chapter', ':new', ':maya', '${wallet}', ${amount}, ':at', ':at');`;
export const show = ({
  id = ':new2',
  wallet = ':other',
  posting = ':new',
  leg = 1,
  amount = 7,
  at = `':at'`,
  version = 1,
  origin = `'manual', null`,
  deleted = 'null',
} = {}) => `
  insert into wallet_transaction (chapter_id, id, wallet_id, version, journal_id, leg, user_id,
    amount_cents, description, occurred_at, origin, expense_id, created_at, updated_at, updated_by, deleted_at)
  values (':chapter', '${id}', '${wallet}', ${version}, '${posting}', ${leg}, ':maya',
    ${amount}, 'Dues', ${at}, ${origin}, ':at', ':at', ':maya', ${deleted});`;
export const edit = (set: string, id = ':shown') =>
  `update wallet_transaction set version = version + 1, ${set} where id = '${id}';`;
export const reverse = (posting: string) =>
  `select ledger_reverse(':chapter', ':new', ':maya', '${posting}', ':at');`;
