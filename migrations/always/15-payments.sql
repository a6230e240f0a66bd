-- Payments are read by administrators alone; rows come from a provider's messages, not from people.
drop policy if exists payments_read on payments;
create policy payments_read on payments for select to adjutant_app using ((select i_am_admin()));
