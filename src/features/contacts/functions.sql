-- Why in SQL and not in TypeScript (held to the code by scripts/sql-reasons.ts):
--   slots: transfer_contact
--   triggers: vouch_for_contact, contact_needs_card_sync
--   fill slots: has_favorite, contact_address_of
--   rows of other owners: accounts_of_contacts, matching_contacts, search_contacts, search_contacts_fuzzy

-- A changed address is confirmed if the user enters or imports it. Changing only the further addresses never confirms
-- the main one.
create or replace function vouch_for_contact() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.is_confirmed := coalesce(current_setting('app.provenance', true), '') in ('person', 'api_key', 'import')
    and (old.is_confirmed or new.contact_email is distinct from old.contact_email);
  return new;
end $$;

create or replace trigger vouch_for_contact before update on contacts for each row
  when (new.contact_email is distinct from old.contact_email or new.other_emails is distinct from old.other_emails)
  execute function vouch_for_contact();

-- A changed contact makes the CardDAV server that has its card, or that gets new contacts, due for a sync. Changes that a
-- sync itself writes do not. A server with a rejected password waits for its owner.
create or replace function contact_needs_card_sync() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  update card_accounts a set next_sync_at = now()
   where a.user_id = new.user_id and a.deleted_at is null and a.next_sync_at > now()
     and (a.new_contacts_book is not null or exists (
       select from contact_cards k where k.contact_id = new.id and k.user_id = new.user_id and k.account_id = a.id));
  return null;
end $$;

create or replace trigger contact_needs_card_sync after insert or update on contacts for each row
  when (coalesce(current_setting('app.card_sync', true), '') = '')
  execute function contact_needs_card_sync();

-- The accounts with the addresses of the user's contacts, if those addresses and the user's own address count.
create or replace function accounts_of_contacts(contacts uuid[]) returns table (contact_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
    select k.id, u.id from public.contacts k join users u on lower(u.email) = lower(k.contact_email)
      and address_counts(u.address_state, u.address_reason)
    where k.id = any(contacts) and k.user_id = my_user_id()
      and (address_counts_of(my_user_id()) or is_sample_person(u.id));
  $$;

-- Search runs as the owner, because row-level security would prevent the use of the index. Each statement therefore
-- filters by the user of the transaction; without a user it returns nothing.

create or replace function matching_contacts(asked text, most integer) returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp as $$
    select k.id from contacts k
    where k.user_id = (select my_user_id()) and k.search @@ search_query(asked) and k.deleted_at is null
    limit most
  $$;

create or replace function search_contacts(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select found.id, found.contact_name, coalesce(found.contact_email, found.contact_phone, found.relationship),
          ts_rank(found.search, $2) as rank
        from (
          select k.* from contacts k
          where k.user_id = $1 and k.search @@ $2 and k.deleted_at is null
          limit 300
        ) found
        order by rank desc, found.contact_name, found.id limit $3
      ' using my_user_id(), palette_query(asked), most;
    end
  $$;

drop function if exists search_contacts_nearly(text, integer);
create or replace function search_contacts_fuzzy(asked text, most integer)
  returns table (id uuid, title text, subtitle text, rank real)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp as $$
    begin
      return query execute '
        select near.id, near.contact_name, coalesce(near.contact_email, near.contact_phone, near.relationship), near.rank
        from (
          select k.*, word_similarity($2, k.contact_name) as rank from (
            select k.id, k.contact_name, k.contact_email, k.contact_phone, k.relationship from contacts k
            where k.user_id = $1 and k.deleted_at is null
            order by k.contact_name collate "und-x-icu", k.id limit 1000
          ) k
        ) near
        where near.rank >= 0.45 order by near.rank desc, near.contact_name, near.id limit $3
      ' using my_user_id(), fold_text(asked), most;
    end
  $$;

-- Fills the slot of src/platform/notify/functions.sql.
create or replace function has_favorite(person uuid, other uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
    select exists (
      select from contacts k join users u on u.email = lower(k.contact_email)
        and address_counts(u.address_state, u.address_reason)
      where u.id = other and k.user_id = person and k.is_favorite and k.deleted_at is null);
  $$;

-- Fills the slot of src/platform/presence/functions.sql.
create or replace function contact_address_of(person uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
    select min(c.contact_email) from users u join contacts c on lower(c.contact_email) = u.email
        and address_counts(u.address_state, u.address_reason)
      where u.id = person and c.user_id = my_user_id() and c.deleted_at is null;
  $$;

-- For the user's own contact whose new address belongs to an account: transfers what was waiting for the contact to it.
-- Slot: filled by src/features/communication/functions/hand-over.sql.
create or replace function transfer_contact(contact uuid) returns void
  language sql stable set search_path = public, pg_temp as $$
    select null;
  $$;

-- For the administrators' list.
create index if not exists contacts_words on contacts using gin (contact_name gin_trgm_ops, contact_email gin_trgm_ops);

revoke all on function transfer_contact(uuid), accounts_of_contacts(uuid[]), matching_contacts(text, integer), search_contacts(text, integer),
  search_contacts_fuzzy(text, integer) from public;
grant execute on function transfer_contact(uuid), accounts_of_contacts(uuid[]), matching_contacts(text, integer), search_contacts(text, integer),
  search_contacts_fuzzy(text, integer) to adjutant_app;
