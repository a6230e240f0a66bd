-- What happened to a message on its way to one recipient, step by step: whoever changes its state, a step follows. A try
-- that ended as the one before it is a step too. The newest fifty are kept.
create or replace function note_delivery_step() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
    begin
      if jsonb_array_length(old.history) >= 50 then
        new.history := old.history - 0;
      end if;
      new.history := new.history || jsonb_build_array(
        jsonb_build_object('at', clock_timestamp(), 'state', new.state, 'reason', new.reason));
      return new;
    end
  $$;

drop trigger if exists mail_recipients_note_step on mail_recipients;
create trigger mail_recipients_note_step
  before update of state, reason on mail_recipients
  for each row execute function note_delivery_step();
