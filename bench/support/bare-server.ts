import { createServer } from "node:http";
import pg from "pg";

// The floor of the HTTP edge: node:http, one statement through the bare driver, JSON. Its settings come as arguments.
// The emails have the columns that a list shows.

const [connection = "{}", userId = ""] = process.argv.slice(2);
const pool = new pg.Pool({ max: 16, ...JSON.parse(connection), options: `-c app.user_id=${userId}` });
const TASKS = `select * from tasks where user_id = $1 and deleted_at is null and parent_id is null
  order by created_at desc, id desc limit 51`;
const EMAILS = `select id, user_id, subject, preview, recipients, cc, bcc, priority, category, status, status_before,
    scheduled_send, sent_at, sender, ai_summary, is_read, is_starred, has_attachments, account_id, folder, snoozed_until,
    remind_at, thread_id, importance, created_at, updated_at, deleted_at, version
  from emails where user_id = $1 and deleted_at is null and folder <> 'junk'
  order by created_at desc, id desc limit 51`;
const LISTS: Record<string, string> = { "/tasks": TASKS, "/emails": EMAILS };

const server = createServer(async (request, response) => {
  const list = LISTS[request.url ?? ""];
  const answer = list ? (await pool.query(list, [userId])).rows : { status: "ok" };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer));
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
