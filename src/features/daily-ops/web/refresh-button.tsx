import { RefreshCw } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";

type RefreshButtonProps = { label: string; isBusy: boolean; onClick(): void };

export const RefreshButton = ({ label, isBusy, onClick }: RefreshButtonProps) => (
  <Button
    variant="default"
    leftSection={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
    onClick={onClick}
    disabled={isBusy}
  >
    {isBusy ? t`Refreshing...` : label}
  </Button>
);
