import type { teamDecisions, teamInvitations, workspaces } from "./tables.ts";

type NewWorkspace = typeof workspaces.$inferInsert;
type NewDecision = typeof teamDecisions.$inferInsert;
type NewInvitation = typeof teamInvitations.$inferInsert;

export const aWorkspace = (
  fields: Partial<NewWorkspace> & Pick<NewWorkspace, "createdBy">,
): NewWorkspace => ({
  name: "Leadership",
  ...fields,
});

export const aDecision = (
  fields: Partial<NewDecision> & Pick<NewDecision, "workspaceId" | "createdBy">,
): NewDecision => ({ title: "Open the Lisbon office", ...fields });

export const anInvitation = (
  fields: Partial<NewInvitation> & Pick<NewInvitation, "workspaceId" | "invitedBy" | "tokenHash">,
): NewInvitation => ({
  invitedEmail: "carol@adjutant.example",
  expiresAt: new Date(Date.now() + 7 * 86_400_000),
  ...fields,
});
