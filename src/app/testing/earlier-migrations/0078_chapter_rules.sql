-- How settling an expense works unless it says otherwise: charges to wallets, or payments made outside of them.
alter table hub.chapter add column settles_through text not null default 'wallets'
  check (settles_through in ('wallets', 'outside'));
-- Who may change an event: every member, as until now, or who created it, and admins.
alter table hub.chapter add column event_policy text not null default 'open'
  check (event_policy in ('open', 'creator'));
