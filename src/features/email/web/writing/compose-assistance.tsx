import { Sparkles, Square, WandSparkles } from "lucide-react";
import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { insertTemplate } from "../templates/insert-template.ts";
import { TemplateMenu } from "../templates/template-menu.tsx";
import styles from "./compose-dialog.module.css";
import type { ComposeDraft } from "./compose-draft.ts";
import type { useWritingEngine } from "./use-writing-engine.ts";

type EngineProps = { engine: ReturnType<typeof useWritingEngine> };
type PromptBarProps = EngineProps & { draft: ComposeDraft; set(parts: Partial<ComposeDraft>): void };

/** What writes the message for one: a prompt, or a template. */
export const PromptBar = ({ draft, set, engine }: PromptBarProps) => (
  <Row wrap surface="accent" pad={10}>
    <TextInput
      className={styles.prompt}
      aria-label={t`AI prompt`}
      placeholder={t`Describe the email, and AI writes it`}
      leftSection={<Sparkles size={16} strokeWidth={1.75} aria-hidden />}
      value={draft.prompt}
      maxLength={4000}
      onChange={({ target }) => set({ prompt: target.value })}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        void engine.ask("compose");
      }}
    />
    {engine.isModel && engine.asked ? (
      <Button variant="default" leftSection={<Square size={14} aria-hidden />} onClick={engine.stop}>
        {t`Stop`}
      </Button>
    ) : (
      <Button
        variant="default"
        loading={engine.asked === "compose"}
        onClick={() => void engine.ask("compose")}
      >
        {t`AI Compose`}
      </Button>
    )}
    <Badge>{engine.label}</Badge>
    <TemplateMenu onChoose={(template) => void insertTemplate(template, draft).then(set)} />
  </Row>
);

export const ImproveButton = ({ engine }: EngineProps) => (
  <Button
    variant="subtle"
    size="compact-sm"
    leftSection={<WandSparkles size={14} strokeWidth={1.75} aria-hidden />}
    loading={engine.asked === "improve"}
    onClick={() => void engine.ask("improve")}
  >
    {t`AI Improve`}
  </Button>
);
