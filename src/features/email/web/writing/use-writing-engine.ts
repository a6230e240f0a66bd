import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { MAX_SUBJECT } from "../../fields.ts";
import { NEEDS_CONTENT, NEEDS_PROMPT, splitComposed } from "../../writing-model.ts";
import { emails } from "../api.ts";
import type { Composer } from "../open-dialog.ts";
import { toastFailure } from "../toast-failure.ts";
import type { ComposeDraft } from "./compose-draft.ts";
import { splitWritten } from "./split-written.ts";
import { streamAssist } from "./stream-assist.ts";

export type Asked = "compose" | "improve" | "reply";

const DONE: Record<Asked, string> = {
  compose: t`Email composed with AI!`,
  improve: t`Email improved with AI!`,
  reply: t`Reply generated with AI!`,
};

/**
 * Writes into the composer: a model streams its text until it is stopped, the built-in rules write at once. Sends
 * nothing.
 */
export function useWritingEngine(
  composer: Composer,
  draft: ComposeDraft,
  set: (parts: Partial<ComposeDraft>) => void,
) {
  const { data: writer } = useQuery(emails.writer.query({}));
  const [asked, setAsked] = useState<Asked | null>(null);
  const running = useRef<AbortController | null>(null);
  const isModel = writer?.source === "model";

  const ask = async (action: Asked) => {
    const { written, rest } = splitWritten(draft.body);
    if (action === "compose" && draft.prompt.trim() === "") return void toast.failure(NEEDS_PROMPT);
    if (action === "improve" && written.trim() === "") return void toast.failure(NEEDS_CONTENT);
    const own = { subject: draft.subject.slice(0, MAX_SUBJECT), body: written };
    const input = {
      action,
      prompt: draft.prompt,
      context: action === "reply" ? (composer.mailToAnswer ?? own) : own,
    };
    const show = (text: string) => {
      const { subject, body } = action === "compose" ? splitComposed(text) : { subject: null, body: text };
      set({ body: body + rest, html: null, ...(subject && { subject }) });
    };
    const stop = new AbortController();
    running.current = stop;
    setAsked(action);
    try {
      const streamed = isModel || action === "reply";
      const answer = streamed
        ? await streamAssist(input, { signal: stop.signal, onText: show })
        : await emails.assist.call(input);
      if (answer === null) return;
      if (answer.error !== null) return void toast.failure(answer.error);
      set({
        body: (answer.body ?? "") + rest,
        html: null,
        ...(answer.subject && { subject: answer.subject }),
      });
      const label = answer.source === "model" ? (writer?.name ?? t`AI`) : t`Built-in`;
      toast.success(DONE[action], answer.notice ? `${label}: ${answer.notice}` : label);
    } catch (error) {
      // Restores the previous content: nothing typed is lost.
      set({ body: draft.body, html: draft.html, subject: draft.subject });
      toastFailure(t`AI request failed`, error);
    } finally {
      setAsked(null);
    }
  };
  const replyAtStart = useEffectEvent(() => {
    if (composer.mailToAnswer) void ask("reply");
  });
  useEffect(() => replyAtStart(), []);
  useEffect(() => () => running.current?.abort(), []);
  return { asked, ask, stop: () => running.current?.abort(), isModel, label: writer?.name ?? t`Built-in` };
}
