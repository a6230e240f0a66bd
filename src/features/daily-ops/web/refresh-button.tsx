import { Button } from "@mantine/core";
import { RefreshCw } from "lucide-react";

type RefreshButtonProps = { label: string; isBusy: boolean; onClick(): void };

export const RefreshButton = ({ label, isBusy, onClick }: RefreshButtonProps) => (
  <Button
    variant="default"
    leftSection={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
    onClick={onClick}
    disabled={isBusy}
  >
    {isBusy ? "Refreshing..." : label}
  </Button>
);
