import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { invoke } from "#platform/capability/execute.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { decisions } from "./decisions.ts";
import { invitations } from "./invitations.ts";
import { members } from "./members.ts";
import type { DecisionOnWire, InvitationOnWire, WorkspaceOnWire } from "./model.ts";
import { papers } from "./papers.ts";
import { proxies } from "./proxies.ts";
import { team as slice } from "./slice.ts";
import { team } from "./team.ts";
import { workspaces } from "./workspaces.ts";

// security.md §2, the rows of workspaces, members, invitations, decisions and votes: every verb by everyone.

const server = await testDatabase();
const { aUser, as, owner, services } = server;

/** `inactive`: an administrator, after the workspace was deactivated. */
const CALLERS = [
  "anonymous",
  "outsider",
  "invited",
  "viewer",
  "member",
  "admin",
  "removed",
  "inactive",
] as const;
type CallerKind = (typeof CALLERS)[number];
type Answer = "done" | "unauthenticated" | "not_found" | "forbidden" | "conflict";

/** What one verb answers to each caller, in the order of CALLERS. */
type Row = readonly [
  verb: AnyCapability | unknown,
  input: (fixture: Fixture) => Record<string, unknown>,
  answers: string,
];

type Fixture = {
  workspace: WorkspaceOnWire;
  decision: DecisionOnWire;
  deleted: DecisionOnWire;
  invitation: InvitationOnWire;
  other: Person;
  /** `paper`: Ada's, attached to the open decision; `own`: a document of the caller; `proxy`: Olga's, given to Ada. */
  paper: string;
  own: string;
  proxy: { id: string };
};

const NAMES: Record<string, Answer> = {
  "✓": "done",
  u: "unauthenticated",
  n: "not_found",
  f: "forbidden",
  c: "conflict",
};

const id = ({ workspace }: Fixture) => ({ id: workspace.id });
const onDecision = ({ decision }: Fixture) => ({ id: decision.id });
const onInvitation = ({ invitation }: Fixture) => ({ id: invitation.id });
const onOther = ({ workspace, other }: Fixture) => ({ workspaceId: workspace.id, userId: other.userId });

const ofDecision = ({ decision }: Fixture) => ({ decisionId: decision.id });
const onPaper = (fixture: Fixture) => ({ ...ofDecision(fixture), documentId: fixture.paper });
/** Olga has given her proxy to Ada only. */
const forOther = ({ other }: Fixture) => ({ vote: "approve", onBehalfOf: other.userId });

//                                                            anonymous outsider invited viewer member admin removed inactive
const MATRIX: readonly Row[] = [
  [workspaces.get, id, "u n n ✓ ✓ ✓ n ✓"],
  [
    workspaces.update,
    ({ workspace: { id, version } }) => ({ id, version, name: "Renamed" }),
    "u n n f f ✓ n ✓",
  ],
  [workspaces.deactivate, id, "u n n f f ✓ n ✓"],
  [workspaces.activate, id, "u n n f f ✓ n ✓"],
  [workspaces.leave, id, "u n n ✓ ✓ ✓ n ✓"],
  [members.get, ({ other }) => ({ userId: other.userId }), "u n n ✓ ✓ ✓ n n"],
  [members.setRole, (fixture) => ({ ...onOther(fixture), role: "viewer" }), "u n n f f ✓ n ✓"],
  [members.remove, onOther, "u n n f f ✓ n ✓"],
  [
    invitations.create,
    ({ workspace }) => ({ workspaceId: workspace.id, email: `${randomUUID()}@example.com` }),
    "u n n f f ✓ n c",
  ],
  [invitations.resend, onInvitation, "u n n f f ✓ n c"],
  [invitations.revoke, onInvitation, "u n n f f ✓ n ✓"],
  [invitations.accept, onInvitation, "u n ✓ n n n n n"],
  [invitations.decline, onInvitation, "u n ✓ n n n n n"],
  [decisions.get, onDecision, "u n n ✓ ✓ ✓ n ✓"],
  [decisions.ballots, onDecision, "u n n ✓ ✓ ✓ n ✓"],
  [
    decisions.create,
    ({ workspace }) => ({ workspaceId: workspace.id, title: "Open the Lisbon office" }),
    "u n n f f ✓ n c",
  ],
  [decisions.vote, (fixture) => ({ ...onDecision(fixture), vote: "approve" }), "u n n f ✓ ✓ n c"],
  [decisions.close, onDecision, "u n n f f ✓ n c"],
  [decisions.delete, onDecision, "u n n f f ✓ n c"],
  [decisions.remind, onDecision, "u n n f f ✓ n c"],
  [decisions.log, onDecision, "u n n ✓ ✓ ✓ n ✓"],
  [decisions.verify, onDecision, "u n n ✓ ✓ ✓ n ✓"],
  [decisions.vote, (fixture) => ({ ...onDecision(fixture), ...forOther(fixture) }), "u n n f f f n c"],
  [papers.list, ofDecision, "u n n ✓ ✓ ✓ n ✓"],
  [papers.open, onPaper, "u n n ✓ ✓ ✓ n c"],
  [papers.attach, (fixture) => ({ ...ofDecision(fixture), documentId: fixture.own }), "u n n f f ✓ n c"],
  [papers.detach, onPaper, "u n n f f ✓ n c"],
  [
    proxies.create,
    ({ workspace, other }) => ({
      workspaceId: workspace.id,
      proxyId: other.userId,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
    "u n n f ✓ ✓ n c",
  ],
  [proxies.revoke, ({ proxy }) => ({ id: proxy.id }), "u n n f f ✓ n ✓"],
  [decisions.restore, ({ deleted }) => ({ id: deleted.id }), "u n n n n ✓ n c"],
];

/** Return only the caller's own data, for any caller; the test of lists checks their content. */
const OF_ONES_OWN = [
  team.stats,
  workspaces.list,
  workspaces.create,
  members.list,
  invitations.list,
  invitations.received,
  invitations.find,
  decisions.list,
  decisions.trash,
  proxies.list,
] as readonly unknown[];

test("every capability of the team is in the matrix, or concerns only the actor", () => {
  const known = new Set([...MATRIX.map(([verb]) => verb), ...OF_ONES_OWN]);
  const verbs = slice.resources.flatMap((noun) => Object.values(noun) as AnyCapability[]);
  expect(verbs.filter((verb) => !known.has(verb)).map(({ name }) => name)).toEqual([]);
});

const CELLS = MATRIX.flatMap(([verb, input, answers]) =>
  answers.split(" ").map((sign, index) => ({
    verb: verb as AnyCapability,
    name: (verb as AnyCapability).name,
    input,
    who: CALLERS[index] as CallerKind,
    answer: NAMES[sign] as Answer,
  })),
);

test.for(CELLS)("TEAM-22, TEAM-23: $name by $who: $answer", async ({ verb, input, who, answer }) => {
  const { arranged, person } = answer === "done" ? await createFixture(who) : await sharedFixture(who);
  const asked = invoke(services, verb, input(arranged), {
    actor: person,
    requestId: randomUUID(),
    address: null,
  });
  if (answer === "done") await asked;
  else await expect(asked).rejects.toMatchObject({ code: answer });
});

test.for(CALLERS.filter((callerKind) => callerKind !== "anonymous"))(
  "lists show a workspace, its people, invitations and decisions to its members only: %s",
  async (callerKind) => {
    const { arranged, person } = await createFixture(callerKind);
    const isIn = ["viewer", "member", "admin", "inactive"].includes(callerKind);
    if (!person) throw new Error("Somebody asks");
    const { id: workspaceId } = arranged.workspace;
    for (const [verb, recordId, input] of [
      [workspaces.list, workspaceId],
      [members.list, arranged.other.userId, { workspaceId }],
      [invitations.list, arranged.invitation.id],
      [decisions.list, arranged.decision.id],
      [proxies.list, arranged.proxy.id],
    ] as const) {
      const answer = JSON.stringify(await as(person).invoke(verb, input ?? {}));
      expect(answer.includes(recordId), verb.name).toBe(isIn);
    }
    const received = JSON.stringify(await as(person).invoke(invitations.received));
    expect(received.includes(arranged.invitation.id)).toBe(callerKind === "invited");
    const trash = JSON.stringify(await as(person).invoke(decisions.trash));
    expect(trash.includes(arranged.deleted.id)).toBe(["admin", "inactive"].includes(callerKind));
  },
);

const untouched = new Map<CallerKind, ReturnType<typeof createFixture>>();

/** Refused calls change nothing, so they share one house. */
function sharedFixture(callerKind: CallerKind) {
  const known = untouched.get(callerKind) ?? createFixture(callerKind);
  untouched.set(callerKind, known);
  return known;
}

/** Ada's workspace with an open and a deleted decision, an invitation, another member, and the one who asks. */
async function createFixture(callerKind: CallerKind) {
  const ada = as(await aUser({ fullName: "Ada" }));
  const other = as(await aUser({ fullName: "Olga" }));
  const caller = callerKind === "anonymous" ? null : as(await aUser({ fullName: callerKind }));
  let workspace = (await ada.invoke(workspaces.create, { name: "Leadership" })) as WorkspaceOnWire;
  const workspaceId = workspace.id;
  const addMember = (person: Person, role: string, state = "active") =>
    owner.query(
      "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, $3, $4)",
      [workspaceId, person.userId, role, state],
    );
  await addMember(other, "member");
  const email = callerKind === "invited" && caller ? caller.email : "carol@example.com";
  const newDecision = (title: string) =>
    ada.invoke(decisions.create, { workspaceId, title }) as Promise<DecisionOnWire>;
  const [decision, deleted] = [await newDecision("Open the office"), await newDecision("Close the office")];
  await ada.invoke(decisions.delete, { id: deleted.id });
  const invitation = (await ada.invoke(invitations.create, { workspaceId, email })) as InvitationOnWire;
  await owner.query("update team_invitations set sent_at = now() - interval '2 minutes' where id = $1", [
    invitation.id,
  ]);
  if (caller && ["viewer", "member", "admin"].includes(callerKind)) await addMember(caller, callerKind);
  if (caller && callerKind === "inactive") await addMember(caller, "admin");
  if (caller && callerKind === "removed") await addMember(caller, "admin", "removed");
  const paper = await aPaper(ada);
  await ada.invoke(papers.attach, { decisionId: decision.id, documentId: paper });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const given = { workspaceId, proxyId: ada.userId, expiresAt };
  const proxy = (await other.invoke(proxies.create, given)) as { id: string };
  const own = await aPaper(caller ?? other);
  if (callerKind === "inactive")
    workspace = (await ada.invoke(workspaces.deactivate, { id: workspaceId })) as WorkspaceOnWire;
  const arranged: Fixture = { workspace, decision, deleted, invitation, other, paper, own, proxy };
  return { arranged, person: caller };
}

async function aPaper({ userId }: Person): Promise<string> {
  const { rows } = await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, 'Lease', 'lease.txt', 'text/plain', 5, gen_random_uuid()::text, 'x') returning id`,
    [userId],
  );
  return rows[0].id;
}
