import { BellRing, CircleCheck, EllipsisVertical, Trash2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Menu } from "#ui/overlays/menu.tsx";
import type { DecisionOnWire } from "../../model.ts";
import { closeDecision, decisionWrites, remindVoters } from "../team-mutations.ts";

/** What the workspace's administrators do with a decision. */
export function DecisionMenu({ decision, onDelete }: { decision: DecisionOnWire; onDelete?(): void }) {
  const label = t`Acts on '${decision.title}'`;
  return (
    <Menu
      label={label}
      items={[
        {
          label: t`Remind who has not voted`,
          icon: BellRing,
          isDisabled: decision.status === "completed",
          onSelect: () => void remindVoters(decision),
        },
        {
          label: t`Close voting`,
          icon: CircleCheck,
          isDisabled: decision.status === "completed",
          onSelect: () => void closeDecision(decision),
        },
        "line",
        {
          label: t`Delete`,
          icon: Trash2,
          isDestructive: true,
          onSelect: () => {
            onDelete?.();
            void decisionWrites.delete(decision);
          },
        },
      ]}
      trigger={(props) => <IconButton {...props} label={label} icon={EllipsisVertical} />}
    />
  );
}
