import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "../inputs/button.tsx";
import { toast } from "../overlays/toast.ts";

type CopyButtonProps = {
  label: string;
  text: string;
  isPrimary?: boolean;
  onCopied?(): void;
  "data-autofocus"?: boolean;
};

/** The button itself shows success. Without https browsers refuse: then the user copies by hand. */
export function CopyButton({ label, text, isPrimary, onCopied, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const Icon = isCopied ? Check : Copy;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      onCopied?.();
    } catch {
      toast.failure(t`This browser does not allow copying here`, t`Select the text and copy it by hand.`);
    }
  };
  return (
    <Button
      {...rest}
      variant={isPrimary ? "filled" : "default"}
      leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => void copy()}
    >
      {isCopied ? t`Copied` : label}
    </Button>
  );
}
