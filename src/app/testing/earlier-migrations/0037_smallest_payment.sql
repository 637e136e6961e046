-- The chapter's smallest payment: a plan that settles everyone up leaves smaller amounts for next time.
alter table hub.chapter add column smallest_payment_cents bigint not null default 100
  check (smallest_payment_cents between 0 and 100000);
