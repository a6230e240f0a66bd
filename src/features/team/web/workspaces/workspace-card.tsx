import { EllipsisVertical, LogOut, Pencil, Power, UserPlus, Users, Vote as VoteIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Menu, type MenuItem } from "#ui/overlays/menu.tsx";
import { ROLE_LABELS, type WorkspaceOnWire } from "../../model.ts";
import type { ChangeAddress } from "../team-address.ts";
import { setActive } from "../team-mutations.ts";
import { LeaveWorkspaceDialog } from "./leave-workspace-dialog.tsx";
import styles from "./workspace-card.module.css";

type WorkspaceCardProps = {
  workspace: WorkspaceOnWire;
  /** A link led here. */
  isHighlighted: boolean;
  onEdit(): void;
  change: ChangeAddress;
};

export function WorkspaceCard({ workspace, isHighlighted: isLookedFor, onEdit, change }: WorkspaceCardProps) {
  const { id, name, description, isActive, myRole, members, pendingDecisions, createdAt } = workspace;
  const [isLeaving, setLeaving] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLookedFor) card.current?.scrollIntoView({ block: "nearest" });
  }, [isLookedFor]);
  const manage: MenuItem[] = [
    { label: "Edit", icon: Pencil, onSelect: onEdit },
    {
      label: "Invite Member",
      icon: UserPlus,
      isDisabled: !isActive,
      onSelect: () => change({ workspace: id, create: "invitation" }),
    },
    {
      label: isActive ? "Deactivate" : "Activate",
      icon: Power,
      onSelect: () => void setActive(workspace, !isActive),
    },
  ];
  return (
    <li ref={card} className={styles.card} aria-label={name} aria-current={isLookedFor || undefined}>
      <header className={styles.header}>
        <h3 className={styles.name}>{name}</h3>
        <Menu
          label={`Acts on ${name}`}
          items={[
            ...(myRole === "admin" ? [...manage, "line" as const] : []),
            { label: "Leave", icon: LogOut, isDestructive: true, onSelect: () => setLeaving(true) },
          ]}
          trigger={(props) => <IconButton {...props} label={`Acts on ${name}`} icon={EllipsisVertical} />}
        />
      </header>
      <p className={styles.description}>{description}</p>
      <div className={styles.facts}>
        <Badge dot tone={isActive ? "good" : "neutral"}>
          {isActive ? "Active" : "Inactive"}
        </Badge>
        <Badge tone={myRole === "admin" ? "accent" : "neutral"}>{ROLE_LABELS[myRole]}</Badge>
        <span className={styles.since}>Since {formatDate(createdAt)}</span>
      </div>
      <div className={styles.links}>
        <button
          type="button"
          className={styles.link}
          onClick={() => change({ tab: undefined, workspace: id })}
        >
          <Users size={16} strokeWidth={1.75} aria-hidden />
          {members === 1 ? "1 member" : `${members} members`}
        </button>
        <button
          type="button"
          className={styles.link}
          onClick={() => change({ tab: "decisions", workspace: id })}
        >
          <VoteIcon size={16} strokeWidth={1.75} aria-hidden />
          {pendingDecisions === 1 ? "1 pending decision" : `${pendingDecisions} pending decisions`}
        </button>
      </div>
      {isLeaving && <LeaveWorkspaceDialog workspace={workspace} onClose={() => setLeaving(false)} />}
    </li>
  );
}
