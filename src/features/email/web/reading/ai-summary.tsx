import { Sparkles } from "lucide-react";
import { t } from "#i18n/message.ts";
import { IconText } from "#ui/layout/icon-text.tsx";

/** The summary that the writing engine made of the email. */
export const AiSummary = ({ text }: { text: string }) => (
  <IconText
    icon={Sparkles}
    iconSize={14}
    iconTone="accent"
    iconLabel={t`AI summary`}
    size="list"
    surface="accent"
    pad="8px 12px"
  >
    {text}
  </IconText>
);
