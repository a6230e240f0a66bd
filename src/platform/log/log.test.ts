import { expect, test } from "vitest";
import { createLog, type Log, type LogFields } from "./log.ts";

test("D39: a line has time, level, message and the allowed fields", () => {
  const [line] = written((log) =>
    log.info("Answered", { requestId: "r1", path: "/rpc/tasks.list?secret=1#x", status: 200 }),
  );
  expect(line).toMatchObject({ level: "info", msg: "Answered", requestId: "r1", path: "/rpc/tasks.list" });
  expect(Date.parse(line?.time)).not.toBeNaN();
});

test("D39: a field that is not allowed is dropped", () => {
  const fields = { body: { title: "Fire Bob" }, password: "hunter2", email: "ada@example.com" } as LogFields;
  const [line] = written((log) => log.warn("Refused", fields));
  expect(Object.keys(line ?? {}).sort()).toEqual(["level", "msg", "time"]);
});

test("D39: an error keeps its name, code and frames but not the parameters of its query", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (email)=(ada@…)" });
  const error = new Error('Failed query: insert into "users" values ($1)\nparams: ada@example.com', {
    cause,
  });
  const [line] = written((log) => log.error("Bug", { error }));
  expect(JSON.stringify(line)).not.toContain("ada@");
  expect(line?.error).toMatchObject({ name: "Error", cause: { code: "23505", message: "duplicate key" } });
  expect(line?.error.stack.length).toBeGreaterThan(0);
});

test("D39: control characters cannot forge a second line", () => {
  const lines = written((log) => log.info('one\n{"level":"fatal"}\u001b[31m'));
  expect(lines).toHaveLength(1);
});

test("lines below the level are not written", () => {
  expect(written((log) => log.debug("Detail"))).toEqual([]);
});

function written(act: (log: Log) => void) {
  const lines: string[] = [];
  act(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}
