import { Maximize2, Sparkles, X } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "#i18n/message.ts";
import { FoldButton } from "#ui/inputs/fold-button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { describeKeys, useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row } from "#ui/layout/stack.tsx";
import { parseAddresses } from "../../address-model.ts";
import { continueInDialog } from "../open-dialog.ts";
import { namesOf } from "../reading/format-people.ts";
import { ImproveButton, PromptBar } from "../writing/compose-assistance.tsx";
import type { ComposeDraft } from "../writing/compose-draft.ts";
import { BelowText, Envelope } from "../writing/compose-fields.tsx";
import { Schedule } from "../writing/compose-schedule.tsx";
import { type Composition, useComposition } from "../writing/use-composition.ts";
import styles from "./answer-composer.module.css";
import { AnswerFooter } from "./answer-footer.tsx";
import { type Answer, answers } from "./answers.ts";
import { FoldedMessage } from "./folded-message.tsx";
import { ReplyIntents } from "./reply-intents.tsx";

/** An answer, written below the mail that it answers. */
export function AnswerComposer({ answer: { composer, place, requests } }: { answer: Answer }) {
  const composition = useComposition(composer, () => {
    answers.end(composer.key);
    focusReader();
  });
  const { draft, set, faults, engine, close, submit } = composition;
  const [showsPrompt, setShowsPrompt] = useState(place.kind === "ai");
  const form = useRef<HTMLFormElement>(null);
  useStoredAnswer(composer.key, composition);
  useRequestedFocus(form, requests);
  const expand = () => {
    const begun = composition.handOver();
    answers.end(composer.key);
    continueInDialog(begun);
  };
  useShortcut("mod+o", t`Continue the answer in the large composer`, t`Email`, expand);
  return (
    <form
      ref={form}
      noValidate
      className={styles.answer}
      aria-label={NAMES[place.kind]}
      onSubmit={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) submit();
      }}
      onKeyDown={(event) => {
        if (!isEscape(event)) return;
        event.preventDefault();
        close();
      }}
    >
      <Recipients composition={composition} isRequested={requests > 0}>
        <IconButton
          label={t`Write with AI`}
          icon={Sparkles}
          aria-pressed={showsPrompt}
          onClick={() => setShowsPrompt(!showsPrompt)}
        />
        <IconButton
          label={t`Large composer (${describeKeys("mod+o").join(" ")})`}
          icon={Maximize2}
          onClick={expand}
        />
        <IconButton label={t`Close and keep the draft`} icon={X} onClick={close} />
      </Recipients>
      {showsPrompt && <PromptBar draft={draft} set={set} engine={engine} />}
      {composer.inReplyTo && place.kind !== "forward" && (
        <ReplyIntents mailId={composer.inReplyTo} composer={composer} composition={composition} />
      )}
      <FoldedMessage draft={draft} set={set} error={faults.body}>
        <ImproveButton engine={engine} />
      </FoldedMessage>
      <BelowText composer={composer} composition={composition} />
      {draft.isScheduled && <Schedule draft={draft} fault={faults.day} set={set} />}
      <AnswerFooter composition={composition} />
    </form>
  );
}

type RecipientsProps = { composition: Composition; isRequested: boolean; children: ReactNode };

/** One line until it is opened: sender, recipients and subject are below it then. */
function Recipients({ composition, isRequested, children }: RecipientsProps) {
  const { draft, faults } = composition;
  const [isOpen, setOpen] = useState(draft.to.trim() === "");
  if (faults.subject && !isOpen) setOpen(true);
  const [takesFocus, setTakesFocus] = useState(isRequested);
  const fields = useId();
  const toggle = () => {
    setTakesFocus(true);
    setOpen(!isOpen);
  };
  return (
    <>
      <Row gap={4} justify="space-between">
        <span className={styles.people}>
          <FoldButton isOpen={isOpen} controls={fields} onToggle={toggle}>
            {isOpen ? t`Recipients and subject` : peopleLine(draft)}
          </FoldButton>
        </span>
        <Row gap={2} noShrink>
          {children}
        </Row>
      </Row>
      <div id={fields} hidden={!isOpen}>
        {isOpen && <OpenedEnvelope composition={composition} takesFocus={takesFocus} />}
      </div>
    </>
  );
}

function peopleLine({ to, cc, bcc }: ComposeDraft): string {
  const [names = "", copied, hidden] = [to, cc, bcc].map((people) => namesOf(parseAddresses(people)));
  const parts = [names ? t`To ${names}` : t`To …`, copied && t`Cc ${copied}`, hidden && t`Bcc ${hidden}`];
  return parts.filter(Boolean).join(" · ");
}

function OpenedEnvelope({ composition, takesFocus }: { composition: Composition; takesFocus: boolean }) {
  const fields = useRef<HTMLDivElement>(null);
  const focus = useEffectEvent(() => {
    if (takesFocus) fields.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  });
  useEffect(() => focus(), []);
  return (
    <div ref={fields} className={styles.envelope}>
      <Envelope composition={composition} isAnswer={false} />
    </div>
  );
}

const focusReader = () =>
  document.querySelector<HTMLElement>("[data-reader]")?.focus({ preventScroll: true });

const NAMES = { reply: t`Reply`, all: t`Reply to all`, forward: t`Forward`, ai: t`Reply with AI` } as const;

/** Lists, menus and dialogs that belong to it take the key first. */
const isEscape = ({ key, target, currentTarget, defaultPrevented, nativeEvent }: KeyboardEvent): boolean =>
  key === "Escape" &&
  !nativeEvent.isComposing &&
  !defaultPrevented &&
  target instanceof HTMLElement &&
  currentTarget.contains(target) &&
  target.dataset.takesEscape === undefined &&
  document.querySelector(":popover-open") === null;

/** What is typed stays with the conversation when another one is opened, and is saved as a draft. */
function useStoredAnswer(key: string, { draftId, handOver }: Composition): void {
  const storeNow = useEffectEvent(() => answers.store(handOver()));
  useEffect(() => () => storeNow(), []);
  useEffect(() => {
    if (draftId) answers.setDraft(key, draftId);
  }, [key, draftId]);
}

/** In the first frame, so that no typed key is lost. */
function useRequestedFocus(form: RefObject<HTMLFormElement | null>, requests: number): void {
  useLayoutEffect(() => {
    if (requests === 0 || !form.current) return;
    const field = form.current.querySelector<HTMLElement>("[data-autofocus]");
    if (!form.current.contains(document.activeElement)) field?.focus({ preventScroll: true });
    if (requests === 1 && field instanceof HTMLTextAreaElement) field.setSelectionRange(0, 0);
    form.current.scrollIntoView({ block: "nearest" });
  }, [form, requests]);
}
