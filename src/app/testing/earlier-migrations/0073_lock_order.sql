-- A transaction that posts more than one journal locks the accounts of all of them first, in the order in
-- which each posting does: account by account, it would wait for another that waits for it.
create function hub.ledger_lock(p_chapter uuid, p_wallets uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from hub.ledger_account
  where chapter_id = p_chapter and wallet_id = any (p_wallets)
  order by wallet_id
  for no key update;
end
$$;
revoke all on function hub.ledger_lock from public;
grant execute on function hub.ledger_lock to :app_role;
