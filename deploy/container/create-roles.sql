-- The two roles and the database of the guide (docs/operate.md), which psql makes on the first start of compose.postgres.yml.
\set owner_password `cat /run/secrets/owner_password`
\set app_password `cat /run/secrets/app_password`
create role hub_owner login createdb password :'owner_password';
create role hub_app login password :'app_password';
create database hub owner hub_owner encoding 'UTF8' template template0;
revoke all on database hub from public;
grant connect on database hub to hub_app;
