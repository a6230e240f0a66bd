import { EllipsisVertical, LogOut, Pencil, Power, UserPlus, Users, Vote as VoteIcon } from "lucide-react";
import { useState } from "react";
import { plural, t, term } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
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

const scrollTo = (card: HTMLElement | null) => card?.scrollIntoView({ block: "nearest" });

export function WorkspaceCard({ workspace, isHighlighted, onEdit, change }: WorkspaceCardProps) {
  const { id, name, description, members, pendingDecisions } = workspace;
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Stack
      as="li"
      ref={isHighlighted ? scrollTo : undefined}
      gap={10}
      surface="card"
      pad="10px 10px 12px 16px"
      className={styles.card}
      aria-label={name}
      aria-current={isHighlighted || undefined}
    >
      <Row as="header" align="start">
        <Text as="h3" size="section" overflow="break" grow margin="6px 0 0" lineHeight={1.25}>
          {name}
        </Text>
        <WorkspaceMenu {...{ workspace, onEdit, change }} onLeave={() => setLeaving(true)} />
      </Row>
      <Text tone="soft" size="list" lines={2} grow className={styles.description}>
        {description}
      </Text>
      <WorkspaceState workspace={workspace} />
      <Row gap={8} lineGap={4} wrap margin="0 0 0 -8px">
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Users size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => change({ tab: undefined, workspace: id })}
        >
          {plural(members, { one: `${members} member`, other: `${members} members` })}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<VoteIcon size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => change({ tab: "decisions", workspace: id })}
        >
          {plural(pendingDecisions, {
            one: `${pendingDecisions} pending decision`,
            other: `${pendingDecisions} pending decisions`,
          })}
        </Button>
      </Row>
      {isLeaving && <LeaveWorkspaceDialog workspace={workspace} onClose={() => setLeaving(false)} />}
    </Stack>
  );
}

type WorkspaceMenuProps = Pick<WorkspaceCardProps, "workspace" | "onEdit" | "change"> & { onLeave(): void };

function WorkspaceMenu({ workspace, onEdit, change, onLeave }: WorkspaceMenuProps) {
  const { id, name, isActive, myRole } = workspace;
  const manage: MenuItem[] = [
    { label: t`Edit`, icon: Pencil, onSelect: onEdit },
    {
      label: t`Invite Member`,
      icon: UserPlus,
      isDisabled: !isActive,
      onSelect: () => change({ workspace: id, create: "invitation" }),
    },
    {
      label: isActive ? t`Deactivate` : t`Activate`,
      icon: Power,
      onSelect: () => void setActive(workspace, !isActive),
    },
  ];
  return (
    <Menu
      label={t`Acts on ${name}`}
      items={[
        ...(myRole === "admin" ? [...manage, "line" as const] : []),
        {
          label: term("Leave", "verb: leave a workspace"),
          icon: LogOut,
          isDestructive: true,
          onSelect: onLeave,
        },
      ]}
      trigger={(props) => <IconButton {...props} label={t`Acts on ${name}`} icon={EllipsisVertical} />}
    />
  );
}

const WorkspaceState = ({ workspace: { isActive, myRole, createdAt } }: { workspace: WorkspaceOnWire }) => (
  <Row gap={6} wrap>
    <Badge dot tone={isActive ? "good" : "neutral"}>
      {isActive ? t`Active` : t`Inactive`}
    </Badge>
    <Badge tone={myRole === "admin" ? "accent" : "neutral"}>{ROLE_LABELS[myRole]}</Badge>
    <Text as="span" tone="faint" size="label" isTabular>
      {t`Since ${formatDate(createdAt)}`}
    </Text>
  </Row>
);
