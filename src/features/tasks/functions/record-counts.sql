-- What figures of tasks count (count-tasks.ts, app/dashboard/figures.ts). Each open task is also counted under the day of
-- its due date in UTC, from which the tasks due before any moment follow.
select maintain_record_counts('tasks', $groups$array[
  case when r.deleted_at is not null then 'trash' end,
  case when r.deleted_at is null then case when r.parent_id is null then r.status else 'subtask ' || r.status end end,
  case when r.deleted_at is null and r.parent_id is null and r.status <> 'completed' and r.priority in ('high', 'urgent')
    then 'urgent' end,
  case when r.deleted_at is null and r.parent_id is null and r.status <> 'completed' and r.due_date is not null
    then 'due ' || to_char(r.due_date at time zone 'UTC', 'YYYY-MM-DD') end
]$groups$);
