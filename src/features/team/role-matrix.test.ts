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

const house = await testDatabase();
const { aUser, as, owner, services } = house;

const WHO = ["anonymous", "outsider", "invited", "viewer", "member", "admin", "removed"] as const;
type Who = (typeof WHO)[number];
type Answer = "done" | "unauthenticated" | "not_found" | "forbidden" | "conflict";

/** What one verb answers to anonymous, outsider, invited, viewer, member, admin, removed. */
type Row = readonly [
  verb: AnyCapability | unknown,
  input: (house: House) => Record<string, unknown>,
  answers: string,
];

type House = {
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
};

const id = ({ workspace }: House) => ({ id: workspace.id });
const onDecision = ({ decision }: House) => ({ id: decision.id });
const onInvitation = ({ invitation }: House) => ({ id: invitation.id });
const onOther = ({ workspace, other }: House) => ({ workspaceId: workspace.id, userId: other.userId });

const ofDecision = ({ decision }: House) => ({ decisionId: decision.id });
const onPaper = (house: House) => ({ ...ofDecision(house), documentId: house.paper });
/** Olga has given her proxy to Ada only. */
const forOther = ({ other }: House) => ({ vote: "approve", onBehalfOf: other.userId });

//                                                            anonymous outsider invited viewer member admin removed
const MATRIX: readonly Row[] = [
  [workspaces.get, id, "u n n ✓ ✓ ✓ n"],
  [
    workspaces.update,
    ({ workspace: { id, version } }) => ({ id, version, name: "Renamed" }),
    "u n n f f ✓ n",
  ],
  [workspaces.deactivate, id, "u n n f f ✓ n"],
  [workspaces.activate, id, "u n n f f ✓ n"],
  [workspaces.leave, id, "u n n ✓ ✓ ✓ n"],
  [members.get, ({ other }) => ({ userId: other.userId }), "u n n ✓ ✓ ✓ n"],
  [members.setRole, (house) => ({ ...onOther(house), role: "viewer" }), "u n n f f ✓ n"],
  [members.remove, onOther, "u n n f f ✓ n"],
  [
    invitations.create,
    ({ workspace }) => ({ workspaceId: workspace.id, email: `${randomUUID()}@example.com` }),
    "u n n f f ✓ n",
  ],
  [invitations.resend, onInvitation, "u n n f f ✓ n"],
  [invitations.revoke, onInvitation, "u n n f f ✓ n"],
  [invitations.accept, onInvitation, "u n ✓ n n n n"],
  [invitations.decline, onInvitation, "u n ✓ n n n n"],
  [decisions.get, onDecision, "u n n ✓ ✓ ✓ n"],
  [decisions.ballots, onDecision, "u n n ✓ ✓ ✓ n"],
  [
    decisions.create,
    ({ workspace }) => ({ workspaceId: workspace.id, title: "Open the Lisbon office" }),
    "u n n f f ✓ n",
  ],
  [decisions.vote, (house) => ({ ...onDecision(house), vote: "approve" }), "u n n f ✓ ✓ n"],
  [decisions.close, onDecision, "u n n f f ✓ n"],
  [decisions.delete, onDecision, "u n n f f ✓ n"],
  [decisions.remind, onDecision, "u n n f f ✓ n"],
  [decisions.log, onDecision, "u n n ✓ ✓ ✓ n"],
  [decisions.verify, onDecision, "u n n ✓ ✓ ✓ n"],
  [decisions.vote, (house) => ({ ...onDecision(house), ...forOther(house) }), "u n n f f f n"],
  [papers.list, ofDecision, "u n n ✓ ✓ ✓ n"],
  [papers.open, onPaper, "u n n ✓ ✓ ✓ n"],
  [papers.attach, (house) => ({ ...ofDecision(house), documentId: house.own }), "u n n f f ✓ n"],
  [papers.detach, onPaper, "u n n f f ✓ n"],
  [
    proxies.create,
    ({ workspace, other }) => ({
      workspaceId: workspace.id,
      proxyId: other.userId,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
    "u n n f ✓ ✓ n",
  ],
  [proxies.revoke, ({ proxy }) => ({ id: proxy.id }), "u n n f f ✓ n"],
  [decisions.restore, ({ deleted }) => ({ id: deleted.id }), "u n n n n ✓ n"],
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

test("every verb of the team stands in the matrix, or is answered for the actor alone", () => {
  const known = new Set([...MATRIX.map(([verb]) => verb), ...OF_ONES_OWN]);
  const verbs = slice.resources.flatMap((noun) => Object.values(noun) as AnyCapability[]);
  expect(verbs.filter((verb) => !known.has(verb)).map(({ name }) => name)).toEqual([]);
});

const CELLS = MATRIX.flatMap(([verb, input, answers]) =>
  answers.split(" ").map((sign, index) => ({
    verb: verb as AnyCapability,
    name: (verb as AnyCapability).name,
    input,
    who: WHO[index] as Who,
    answer: NAMES[sign] as Answer,
  })),
);

test.for(CELLS)("TEAM-22, TEAM-23: $name by $who: $answer", async ({ verb, input, who, answer }) => {
  const { arranged, person } = answer === "done" ? await aHouseWith(who) : await theHouseWith(who);
  const asked = invoke(services, verb, input(arranged), {
    actor: person,
    requestId: randomUUID(),
    address: null,
  });
  if (answer === "done") await asked;
  else await expect(asked).rejects.toMatchObject({ code: answer });
});

test.for(WHO.filter((who) => who !== "anonymous"))(
  "lists show a workspace, its people, invitations and decisions to its members only: %s",
  async (who) => {
    const { arranged, person } = await aHouseWith(who);
    const isIn = ["viewer", "member", "admin"].includes(who);
    if (!person) throw new Error("Somebody asks");
    for (const [verb, shown] of [
      [workspaces.list, arranged.workspace.id],
      [members.list, arranged.other.userId],
      [invitations.list, arranged.invitation.id],
      [decisions.list, arranged.decision.id],
      [proxies.list, arranged.proxy.id],
    ] as const) {
      const answer = JSON.stringify(await as(person).invoke(verb));
      expect(answer.includes(shown), verb.name).toBe(isIn);
    }
    const received = JSON.stringify(await as(person).invoke(invitations.received));
    expect(received.includes(arranged.invitation.id)).toBe(who === "invited");
    const trash = JSON.stringify(await as(person).invoke(decisions.trash));
    expect(trash.includes(arranged.deleted.id)).toBe(who === "admin");
  },
);

const untouched = new Map<Who, ReturnType<typeof aHouseWith>>();

/** Refused calls change nothing, so they share one house. */
function theHouseWith(who: Who) {
  const known = untouched.get(who) ?? aHouseWith(who);
  untouched.set(who, known);
  return known;
}

/** Ada's workspace with an open and a deleted decision, an invitation, another member, and the one who asks. */
async function aHouseWith(who: Who) {
  const ada = as(await aUser({ fullName: "Ada" }));
  const other = as(await aUser({ fullName: "Olga" }));
  const asking = who === "anonymous" ? null : as(await aUser({ fullName: who }));
  const workspace = (await ada.invoke(workspaces.create, { name: "Leadership" })) as WorkspaceOnWire;
  const workspaceId = workspace.id;
  const put = (person: Person, role: string, state = "active") =>
    owner.query(
      "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, $3, $4)",
      [workspaceId, person.userId, role, state],
    );
  await put(other, "member");
  const email = who === "invited" && asking ? asking.email : "carol@example.com";
  const newDecision = (title: string) =>
    ada.invoke(decisions.create, { workspaceId, title }) as Promise<DecisionOnWire>;
  const [decision, deleted] = [await newDecision("Open the office"), await newDecision("Close the office")];
  await ada.invoke(decisions.delete, { id: deleted.id });
  const invitation = (await ada.invoke(invitations.create, { workspaceId, email })) as InvitationOnWire;
  await owner.query("update team_invitations set sent_at = now() - interval '2 minutes' where id = $1", [
    invitation.id,
  ]);
  if (asking && ["viewer", "member", "admin"].includes(who)) await put(asking, who);
  if (asking && who === "removed") await put(asking, "admin", "removed");
  const paper = await aPaper(ada);
  await ada.invoke(papers.attach, { decisionId: decision.id, documentId: paper });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const given = { workspaceId, proxyId: ada.userId, expiresAt };
  const proxy = (await other.invoke(proxies.create, given)) as { id: string };
  const own = await aPaper(asking ?? other);
  const arranged: House = { workspace, decision, deleted, invitation, other, paper, own, proxy };
  return { arranged, person: asking };
}

async function aPaper({ userId }: Person): Promise<string> {
  const { rows } = await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, 'Lease', 'lease.txt', 'text/plain', 5, gen_random_uuid()::text, 'x') returning id`,
    [userId],
  );
  return rows[0].id;
}
