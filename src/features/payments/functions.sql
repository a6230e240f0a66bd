-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   triggers: summarize_payments

create or replace function summarize_payments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  came constant text := 'select created_at, currency, status, payment_method, 1 as sign, amount - refunded_amount as net from added';
  went constant text := 'select created_at, currency, status, payment_method, -1, -(amount - refunded_amount) from removed';
begin
  execute format($sql$
    insert into public.payment_days as d (day, currency, status, payment_method, count, revenue)
      select (c.created_at at time zone 'UTC')::date, c.currency, c.status, c.payment_method, sum(c.sign), sum(c.net)
        from (%s) c (created_at, currency, status, payment_method, sign, net) group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (day, currency, status, payment_method)
        do update set count = d.count + excluded.count, revenue = d.revenue + excluded.revenue $sql$,
    case tg_op when 'INSERT' then came when 'DELETE' then went else came || ' union all ' || went end);
  return null;
end $$;

create or replace trigger payments_inserted after insert on payments
  referencing new table as added for each statement execute function summarize_payments();
create or replace trigger payments_updated after update on payments
  referencing old table as removed new table as added for each statement execute function summarize_payments();
create or replace trigger payments_deleted after delete on payments
  referencing old table as removed for each statement execute function summarize_payments();

-- Payments older than the daily sums.
insert into payment_days (day, currency, status, payment_method, count, revenue)
  select (created_at at time zone 'UTC')::date, currency, status, payment_method, count(*), sum(amount - refunded_amount)
    from payments where not exists (select from payment_days) group by 1, 2, 3, 4;

revoke all on function summarize_payments() from public;
