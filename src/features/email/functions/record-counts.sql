-- What figures of mail count (search/count-emails.ts). Time is in none of these groups: a snoozed email counts as unread,
-- and the trash has no limit of days; who reads the counts subtracts what an index finds.
select maintain_record_counts('emails', $groups$array[
  case when r.deleted_at is not null then 'trash' end,
  case when r.deleted_at is null and r.folder <> 'junk' then 'not junk' end,
  case when r.deleted_at is null and r.status <> 'received' then r.status end,
  case when r.deleted_at is null and r.status = 'sent' and r.ai_summary is not null then 'summarized' end,
  case when r.deleted_at is null and r.status = 'received' and not r.is_read
    then case when r.folder = 'junk' then 'unread junk' else 'unread' end end
]$groups$);
