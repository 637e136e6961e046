-- Whether plain members see each other's wallets and balances; treasurers and admins always do.
alter table hub.chapter add column members_see_wallets boolean not null default true;
