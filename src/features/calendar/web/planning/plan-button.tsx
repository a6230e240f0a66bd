import { Hourglass } from "lucide-react";
import { term } from "#i18n/message.ts";
import { PageButton } from "#ui/inputs/button.tsx";

export const PLAN_BUTTON = "plan-button";

export const PlanButton = ({ isOpen, onToggle }: { isOpen: boolean; onToggle(): void }) => (
  <PageButton
    id={PLAN_BUTTON}
    icon={Hourglass}
    label={term("Plan", "button: propose when tasks can be done")}
    variant="default"
    aria-expanded={isOpen}
    onClick={onToggle}
  />
);
