import { createServer } from "node:http";
import pg from "pg";

// The floor of the HTTP edge: node:http, one statement through the bare driver, JSON. Its settings come as arguments.

const [connection = "{}", userId = ""] = process.argv.slice(2);
const pool = new pg.Pool({ max: 16, ...JSON.parse(connection), options: `-c app.user_id=${userId}` });
const LIST = `select * from tasks where user_id = $1 and deleted_at is null and parent_id is null
  order by created_at desc, id desc limit 51`;

const server = createServer(async (request, response) => {
  const answer = request.url === "/ping" ? { status: "ok" } : (await pool.query(LIST, [userId])).rows;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer));
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
