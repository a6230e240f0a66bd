-- Payments are read by administrators alone; rows come from a provider's messages, not from people.
drop policy if exists payments_read on payments;
create policy payments_read on payments for select to adjutant_app using ((select i_am_admin()));
-- What providers say and what administrators import is written by jobs, which belong to nobody, and by administrators.
drop policy if exists payments_write on payments;
create policy payments_write on payments for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select my_user_id()) is null or (select i_am_admin()));
drop policy if exists payment_syncs_all on payment_syncs;
create policy payment_syncs_all on payment_syncs for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select my_user_id()) is null or (select i_am_admin()));

-- The figures of whole days (src/features/payments/read-payments.ts), kept with every change of payments. Days are taken
-- in one order, so that two writers wait for each other and never block each other.
drop policy if exists payment_days_read on payment_days;
create policy payment_days_read on payment_days for select to adjutant_app using ((select i_am_admin()));
