import { Link } from "@tanstack/react-router";
import { MessageSquare, Phone, UserCog } from "lucide-react";
import { usePresence } from "#platform/client/presence.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Badge } from "#ui/display/badge.tsx";
import { PresenceBadge } from "#ui/display/presence-badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { ROLE_LABELS } from "../../model.ts";
import { memberRecords } from "../records.ts";
import { useWorkspaces } from "../workspaces/use-workspaces.ts";
import { mayManage } from "./manage-member-dialog.tsx";
import styles from "./member-row.module.css";

type MemberRowProps = { id: string; workspaceId: string | undefined; onManage(id: string): void };

/** Badges of more workspaces than this are counted. */
const SHOWN = 2;

export function MemberRow({ id, workspaceId, onManage }: MemberRowProps) {
  const member = useRecord(memberRecords, id);
  const presence = usePresence(id);
  const { all } = useWorkspaces();
  if (!member) return null;
  const { fullName, email, isMe, memberships } = member;
  const shown = workspaceId ? memberships.filter((each) => each.workspaceId === workspaceId) : memberships;
  return (
    <article aria-label={fullName} className={styles.row}>
      <span className={styles.face} aria-hidden>
        {initials(fullName)}
      </span>
      <div className={styles.text}>
        <p className={styles.name}>
          {fullName}
          {isMe && <span className={styles.me}>You</span>}
        </p>
        <p className={styles.email}>{email}</p>
      </div>
      <div className={styles.presence}>
        <PresenceBadge {...presence} />
      </div>
      <div className={styles.roles}>
        {shown.slice(0, SHOWN).map((each) => (
          <Badge key={each.workspaceId} tone={each.role === "admin" ? "accent" : "neutral"}>
            {workspaceId ? ROLE_LABELS[each.role] : `${each.workspaceName}: ${ROLE_LABELS[each.role]}`}
          </Badge>
        ))}
        {shown.length > SHOWN && <Badge>+{shown.length - SHOWN}</Badge>}
      </div>
      <div className={styles.actions}>
        {!isMe && (
          <>
            <ActionLink
              label={`Chat with ${fullName}`}
              word="Chat"
              icon={MessageSquare}
              search={{ with: id }}
            />
            <ActionLink label={`Call ${fullName}`} word="Call" icon={Phone} search={{ call: id }} />
          </>
        )}
        {mayManage(member, all) && (
          <IconButton label={`Manage ${fullName}`} icon={UserCog} onClick={() => onManage(id)} />
        )}
      </div>
    </article>
  );
}

type ActionLinkProps = {
  label: string;
  word: string;
  icon: typeof Phone;
  search: { with: string } | { call: string };
};

const ActionLink = ({ label, word, icon: Icon, search }: ActionLinkProps) => (
  <Link to="/communication" search={search as never} className={styles.action} aria-label={label}>
    <Icon size={16} strokeWidth={1.75} aria-hidden />
    {word}
  </Link>
);

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
