import { t } from "#i18n/message.ts";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { laterPart } from "#ui/later-part.tsx";

/** A later part, because the panel over other pages uses the same. */
export const AssistantPage = laterPart(
  async () => (await import("./assistant-content.tsx")).AssistantContent,
  <SkeletonRows count={3} label={t`Loading`} />,
);
