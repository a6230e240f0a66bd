import { aCommitment } from "#features/commitments/factory.ts";
import { commitments } from "#features/commitments/tables.ts";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { contacts } from "#features/contacts/tables.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails } from "#features/email/tables.ts";
import { decisions } from "#features/team/decisions.ts";
import { invitations } from "#features/team/invitations.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import type { Turn } from "../../intent.ts";
import type { Card } from "../../model.ts";
import { plansOf, type Roles } from "../act.ts";
import { ACTS } from "../acts.ts";

/** Ends a case: nothing of it stays. */
class Undone extends Error {}

type Shown = (
  frame: string,
  roles: Roles,
  sentence?: string,
  previous?: readonly string[],
) => Promise<string>;

/**
 * Ada, the administrator of Leadership (Bob, Clara, Emma) and Product (Clara), with contacts, a group, votes and promises.
 * The function answers what a frame leads to in it, with names in the place of ids.
 */
export async function aPeopleWorld(server: TestDatabase): Promise<Shown> {
  const ada = server.as(await server.aUser({ fullName: "Ada Lovelace", email: "ada@aldermoor.test" }));
  const names = new Map<string, string>();
  const cards = new Map<string, Card>();
  const add = (kind: string, id: string, title: string) => {
    names.set(id, title);
    cards.set(title, { kind, id, title, subtitle: null, href: "/" });
    return id;
  };
  const people = new Map<string, Person>();
  for (const [name, fullName] of Object.entries(COLLEAGUES)) {
    const person = server.as(await server.aUser({ fullName, email: `${name}@aldermoor.test` }));
    people.set(name, person);
    add("member", person.userId, fullName);
  }
  const parts = { server, ada, people, add };
  await addContacts(parts);
  const teams = await addTeams(parts);
  await addDecisions(parts, teams);
  await addChats(parts);
  await addPromises(parts);
  return (frame, roles, sentence = "", previous = []) =>
    show(ada, names, frame, roles, {
      sentence,
      previousCards: previous.flatMap((title) => cards.get(title) ?? []),
    });
}

const COLLEAGUES = { bob: "Bob Carter", clara: "Clara Novak", emma: "Emma Lindqvist", frank: "Frank Weber" };

type Parts = {
  server: TestDatabase;
  ada: Person;
  people: ReadonlyMap<string, Person>;
  add(kind: string, id: string, title: string): string;
};

const CONTACTS = [
  ["Ingrid Solberg", "ingrid@nordlys.test", "+47 22 123 456", "client", true],
  ["Marcus Feld", "marcus@feld.test", null, "lawyer", false],
  ["Louise Grant", "louise@grantbank.test", null, "colleague", false],
  ["Maria Lopez", "maria.lopez@lopez.test", null, "colleague", false],
  ["Maria Weiss", "maria.weiss@weiss.test", null, "colleague", false],
  ["Helen Koch", null, "+43 1 555 0199", "doctor", false],
] as const;

async function addContacts({ ada, add }: Parts): Promise<void> {
  for (const [contactName, contactEmail, contactPhone, relationship, isFavorite] of CONTACTS) {
    const fields = { contactName, contactEmail, contactPhone, relationship, isFavorite };
    const [row] = await ada.run(({ db }) =>
      db
        .insert(contacts)
        .values({ userId: ada.userId, ...fields })
        .returning({ id: contacts.id }),
    );
    add("contact", row?.id ?? "", contactName);
  }
  const mail = { sender: "Ingrid Solberg <ingrid@nordlys.test>", recipients: ["ada@aldermoor.test"] };
  await ada.run(({ db }) =>
    db.insert(emails).values(anEmail({ userId: ada.userId, subject: "Offer for phase two", ...mail })),
  );
}

async function addTeams({ server, ada, people, add }: Parts) {
  const ids: Record<string, string> = {};
  for (const [name, members] of Object.entries({
    Leadership: ["bob", "clara", "emma"],
    Product: ["clara"],
  })) {
    const { id } = (await ada.invoke(workspaces.create, { name })) as { id: string };
    ids[name] = add("workspace", id, name);
    for (const member of members)
      await server.owner.query(
        "insert into workspace_members (workspace_id, user_id, role, state, joined_at) values ($1, $2, 'member', 'active', now())",
        [id, people.get(member)?.userId],
      );
  }
  const invited = { workspaceId: ids.Product, email: "karin@helios.test" };
  const { id } = (await ada.invoke(invitations.create, invited)) as { id: string };
  add("invitation", id, "Karin's invitation");
  return ids;
}

async function addDecisions(
  { ada, people, add }: Parts,
  teams: Readonly<Record<string, string>>,
): Promise<void> {
  const deadline = "2099-11-19T18:00:00Z";
  for (const [title, until] of [
    ["Open the Lisbon office", deadline],
    ["Bonus pool of three percent", null],
    ["Switch the payroll vendor", null],
  ] as const) {
    const fields = { workspaceId: teams.Leadership, title, deadline: until, timeZone: "UTC" };
    const { id } = (await ada.invoke(decisions.create, fields)) as { id: string };
    add("decision", id, title);
    await people.get("bob")?.invoke(decisions.vote, { id, vote: "approve" });
    if (title.startsWith("Switch")) await ada.invoke(decisions.close, { id });
    if (title.startsWith("Bonus")) await ada.invoke(decisions.vote, { id, vote: "reject" });
  }
}

async function addChats({ ada, people, add }: Parts): Promise<void> {
  const bob = people.get("bob");
  const { id } = (await ada.invoke(conversations.openWith, { userId: bob?.userId })) as { id: string };
  add("conversation", id, "Chat with Bob");
  await bob?.invoke(messages.send, { conversationId: id, content: "Can you see the hiring plan today?" });
  const userIds = ["bob", "clara"].map((name) => people.get(name)?.userId);
  const group = (await ada.invoke(conversations.create, {
    type: "group",
    title: "Lisbon move",
    userIds,
  })) as {
    id: string;
  };
  add("conversation", group.id, "Lisbon move");
  await people
    .get("clara")
    ?.invoke(messages.send, { conversationId: group.id, content: "Who has the floor plan?" });
}

async function addPromises({ ada, add }: Parts): Promise<void> {
  const due = { due: new Date("2099-11-20T00:00:00Z"), hasTime: false };
  const all = [
    { owedBy: "me", party: "louise@grantbank.test", partyName: "Louise Grant", what: "send the forecast" },
    { owedBy: "them", party: "marcus@feld.test", partyName: "Marcus Feld", what: "send the contract" },
  ];
  for (const fields of all) {
    const row = aCommitment({ userId: ada.userId, ...fields, ...due } as never);
    const [made] = await ada.run(({ db }) =>
      db.insert(commitments).values(row).returning({ id: commitments.id }),
    );
    add("commitment", made?.id ?? "", fields.what);
  }
}

/** 'decisions.vote {"id":"<Open the Lisbon office>"}' for each change, or the text, with the cards that are shown. */
async function show(
  ada: Person,
  names: ReadonlyMap<string, string>,
  frame: string,
  roles: Roles,
  asked: Pick<Turn, "sentence" | "previousCards">,
): Promise<string> {
  let shown = "";
  await ada
    .run(async (context) => {
      const result = await ACTS[frame]?.(turnOf(context, asked), roles);
      if (!result) throw new Error(`Nothing is done for ${frame}`);
      const lines = (plansOf(result) ?? []).map(
        ({ capability: { resource, verb }, input }) => `${resource}.${verb} ${JSON.stringify(input)}`,
      );
      if ("text" in result) {
        lines.push(`${result.isQuestion ? "asks: " : ""}${result.text}`);
        lines.push(...(result.cards ?? []).map(({ kind, title }) => `[${kind} ${title}]`));
      }
      shown = lines.join("\n");
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  for (const [id, name] of names) shown = shown.replaceAll(id, `<${name}>`);
  return shown;
}

function turnOf(context: SignedIn, asked: Pick<Turn, "sentence" | "previousCards">): Turn {
  const clock = { timeZone: "UTC", hourCycle: "h23" as const };
  const use: Turn["use"] = (capability, input) => capability(context, input) as ReturnType<typeof capability>;
  return { context, timeZone: "UTC", clock, ...asked, use };
}
