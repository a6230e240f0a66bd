-- What the dashboard counts (app/dashboard/figures.ts).
select maintain_record_counts('documents', $groups$array[case when r.deleted_at is null then 'document' end]$groups$);
