-- Made for a chapter without an admin by who looks after the installation: no use once it has one.
-- `invited_by` is null as with the operator's own, which are good at any time. Of what is open now
-- nobody can tell which it is.
alter table hub.invitation add column for_first_admin boolean not null default false
  check (not for_first_admin or (role = 'admin' and invited_by is null));

update hub.invitation set for_first_admin = true
  where role = 'admin' and invited_by is null and accepted_at is null and revoked_at is null;
