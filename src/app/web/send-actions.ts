import { emails, mailPreferences } from "#features/email/web/api.ts";
import { signed } from "#features/email/web/writing/quote-email.ts";
import { invitations, workspaces } from "#features/team/web/api.ts";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { Confirmation } from "./confirmation.ts";
import { runWithUndo } from "./run-with-undo.ts";

const MAX_SUBJECT = 78;

/** `anna@example.com The lease is signed`, or `Anna: The lease is signed` where one address of Anna's is known. */
export function prepareMail(text: string): Promise<Confirmation | false> {
  return prepareOrReport(t`The email was not sent`, async () => {
    const [, address, name, words = ""] =
      /^(?:(\S[^\s@]*@\S+?)[:,]?\s+|([^:]{1,100}):\s*)(\S.*)$/s.exec(text) ?? [];
    if (words === "") throw new Error(t`Write an address and then what to say`);
    const to = address ?? (await addressOf(name ?? ""));
    const { signature } = await mailPreferences.get.call({});
    const subject = words.length > MAX_SUBJECT ? `${words.slice(0, MAX_SUBJECT - 1)}…` : words;
    const message = { subject, body: words + signed("", signature), recipients: [to] };
    return {
      question: t`Send to ${to}: ${words}`,
      confirmLabel: t`Send`,
      run: () =>
        runWithUndo(t`The email was not sent`, async () => {
          const { id } = await emails.send.call(message);
          return { message: t`Email sent to ${to}`, undo: () => emails.cancel.call({ id }) };
        }),
    };
  });
}

/** `bob@example.com`, and the name of the workspace where the person administers several. */
export function prepareInvitation(text: string): Promise<Confirmation | false> {
  return prepareOrReport(t`The invitation was not sent`, async () => {
    const [, email, rest = ""] = /^(\S[^\s@]*@\S+)(?:\s(.*))?$/s.exec(text) ?? [];
    const name = rest.trim().replace(/^(?:in)?to\s+/i, "");
    if (!email) throw new Error(t`Write an address and, where you have several, the name of the workspace`);
    const { items } = await workspaces.list.call({ limit: 200, isActive: true });
    const administered = items.filter(({ myRole }) => myRole === "admin");
    const named = administered.filter((each) => each.name.toLowerCase().includes(name.toLowerCase()));
    const [workspace, second] = named;
    if (!workspace)
      throw new Error(
        administered.length > 0 ? t`You administer no workspace '${name}'` : t`Create a workspace first`,
      );
    if (second) throw new Error(t`Write which workspace: ${named.map((each) => each.name).join(", ")}`);
    return {
      question: t`Invite ${email} into '${workspace.name}'`,
      confirmLabel: t`Invite`,
      run: () => sendInvitation(email, workspace.id),
    };
  });
}

/** Where no mail could leave, the link is the only way, and this the only time that it can be had. */
async function sendInvitation(email: string, workspaceId: string): Promise<boolean> {
  try {
    const { isMailed, link, workspaceName, id } = await invitations.create.call({ email, workspaceId });
    if (isMailed) toast.undo(t`${email} is invited to '${workspaceName}'`, () => revokeInvitation(id));
    else
      toast.offer(
        t`${email} is invited to '${workspaceName}'. No mail was sent. Share this link with them`,
        t`Copy link`,
        () => copy(link),
      );
    return true;
  } catch (error) {
    return failed(t`The invitation was not sent`, error);
  }
}

function revokeInvitation(id: string): void {
  invitations.revoke.call({ id }).catch((error) => failed(t`That was not undone`, error));
}

function copy(link: string): void {
  const url = new URL(link, window.location.origin).href;
  navigator.clipboard.writeText(url).catch(() => toast.failure(t`The link was not copied`, url));
}

async function prepareOrReport(
  failure: string,
  prepare: () => Promise<Confirmation>,
): Promise<Confirmation | false> {
  try {
    return await prepare();
  } catch (error) {
    return failed(failure, error);
  }
}

function failed(title: string, error: unknown): false {
  toast.failure(title, error instanceof Error ? error.message : undefined);
  return false;
}

/** The one address that a name stands for, among contacts and the people of one's mail. */
async function addressOf(name: string): Promise<string> {
  const { items } = await emails.people.call({ text: name.trim() });
  const known = [...new Set(items.map(({ line }) => /<([^<>]+)>\s*$/.exec(line)?.[1] ?? line))];
  const [only, second] = known;
  if (!only) throw new Error(t`No address of '${name.trim()}' is known: write the address itself`);
  if (second) throw new Error(t`Write which address: ${known.slice(0, 4).join(", ")}`);
  return only;
}
