import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { listFolders, listsStates } from "./list-folders.ts";
import { openImap } from "./open-imap.ts";

const server = await mailServer({
  ...{ mailboxes: ["ada@aldermoor.test"], users: { ada: "correct horse" }, imap: {} },
});
for (const box of ["Board", "Plans", "Travel"]) await server.doveadm("mailbox", "create", "-u", "ada", box);

/** A relay in front of Dovecot: it records commands, refuses those that match, and removes lines from the answers. */
async function relay({ refused = /(?!)/, without = /(?!)/ }: { refused?: RegExp; without?: RegExp }) {
  const commands: string[] = [];
  const listener = createServer((socket) => {
    const upstream = connect(server.plainImapPort, "127.0.0.1");
    for (const line of [socket, upstream])
      line.on("error", () => {}).on("close", () => [socket, upstream].map((each) => each.destroy()));
    upstream.on("data", (chunk: Buffer) => {
      const lines = chunk.toString("latin1").replaceAll(/ COMPRESS=DEFLATE/g, "");
      socket.write(lines.replaceAll(new RegExp(without, "g"), ""), "latin1");
    });
    socket.on("data", (chunk: Buffer) => {
      const [, tag = "", command = ""] = /^(\S+) ([^\r]*)/.exec(chunk.toString("latin1")) ?? [];
      commands.push(command);
      if (refused.test(command)) socket.write(`${tag} BAD Unknown argument\r\n`);
      else upstream.write(chunk);
    });
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  afterAll(() => void listener.close());
  const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8", "::1"] });
  const { port } = listener.address() as AddressInfo;
  const sign = { username: "ada", password: "correct horse" };
  const client = await openImap({ outbound }, { host: "127.0.0.1", port, security: "none", ...sign });
  afterAll(() => client.close());
  return { client, statusCommands: () => commands.filter((command) => /^STATUS/i.test(command)) };
}

test("a server with LIST-STATUS lists its folders with their states in one command", async () => {
  const { client, statusCommands } = await relay({});
  const listed = await listFolders(client, { withStates: true });
  expect(listed.find(({ path }) => path === "Board")?.status).toMatchObject({ messages: 0 });
  expect([listsStates(client), statusCommands()]).toEqual([true, []]);
});

test.each([
  ["refuses it", { refused: /STATUS \(/ }],
  ["sends no states", { without: /\* STATUS [^\r]*\r\n/ }],
])(
  "a server that names LIST-STATUS and %s is not asked for the state of each folder",
  async (_name, faults) => {
    const { client, statusCommands } = await relay(faults);
    for (let time = 0; time < 3; time += 1)
      expect((await listFolders(client, { withStates: true })).map(({ path }) => path)).toEqual(
        expect.arrayContaining(["INBOX", "Board", "Plans", "Travel"]),
      );
    expect([listsStates(client), statusCommands()]).toEqual([false, []]);
  },
);
