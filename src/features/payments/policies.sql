-- Payments are read by administrators alone; rows come from a provider's messages, not from people.
drop policy if exists payments_read on payments;
create policy payments_read on payments for select to adjutant_app using ((select i_am_admin()));
-- Payments are written by jobs, which have no user, and by administrators who import them.
drop policy if exists payments_write on payments;
create policy payments_write on payments for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select my_user_id()) is null or (select i_am_admin()));
drop policy if exists payment_syncs_all on payment_syncs;
create policy payment_syncs_all on payment_syncs for all to adjutant_app
  using ((select my_user_id()) is null or (select i_am_admin()))
  with check ((select my_user_id()) is null or (select i_am_admin()));

-- Daily sums (src/features/payments/read-payments.ts), updated with every change of payments. Days are locked in a
-- fixed order, so that two writers wait for each other but never deadlock.
drop policy if exists payment_days_read on payment_days;
create policy payment_days_read on payment_days for select to adjutant_app using ((select i_am_admin()));
