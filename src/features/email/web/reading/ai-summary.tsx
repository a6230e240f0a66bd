import { Sparkles } from "lucide-react";
import { IconText } from "#ui/layout/icon-text.tsx";

/** The summary that the writing engine made of the email. */
export const AiSummary = ({ text }: { text: string }) => (
  <IconText
    icon={Sparkles}
    iconSize={14}
    iconTone="accent"
    iconLabel="AI summary"
    size="list"
    surface="accent"
    pad="8px 12px"
  >
    {text}
  </IconText>
);
