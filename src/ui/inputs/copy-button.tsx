import { Check, Copy } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "../inputs/button.tsx";
import { toast } from "../overlays/toast.ts";

type CopyButtonProps = {
  label: string;
  text: string;
  isPrimary?: boolean;
  /** Copies as soon as it is shown, for what the person has just created to share. */
  isImmediate?: boolean;
  onCopied?(): void;
  "data-autofocus"?: boolean;
};

/** The button itself shows success. Without https browsers refuse: then the user copies by hand. */
export function CopyButton({ label, text, isPrimary, isImmediate, onCopied, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const Icon = isCopied ? Check : Copy;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
    onCopied?.();
  };
  // Some browsers copy only while a button is pressed: this one is there.
  const copyNow = useEffectEvent(() => copy().catch(() => undefined));
  useEffect(() => {
    if (isImmediate) void copyNow();
  }, [isImmediate]);
  const onClick = () =>
    void copy().catch(() =>
      toast.failure(t`This browser does not allow copying here`, t`Select the text and copy it by hand.`),
    );
  return (
    <Button
      {...rest}
      variant={isPrimary ? "filled" : "default"}
      leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      onClick={onClick}
    >
      {isCopied ? t`Copied` : label}
    </Button>
  );
}
