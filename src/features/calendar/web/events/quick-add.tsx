import { CalendarPlus } from "lucide-react";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { QuickAddField } from "#ui/inputs/quick-add-field.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { describeSimpleRule } from "../../series/simple-rule.ts";
import { useDefaultCalendar } from "../calendars/use-calendars.ts";
import { dayAt } from "../days.ts";
import { describeDaysAndTimes } from "../format-events.ts";
import { createEvent } from "./event-actions.ts";
import { draftAt, fieldsOf, ruleOf } from "./event-draft.ts";
import { daysOf } from "./occurrence.ts";
import { openEditor } from "./open-editor.ts";
import styles from "./quick-add.module.css";
import { type ParsedEvent, useQuickAdd } from "./use-quick-add.ts";
import { warnAfterSaving } from "./warn-after-saving.ts";

/** The parser reads English. */
const EXAMPLE = "Lunch with Bob tomorrow 13-14 at Luigi's";

/** One line that becomes an event. The parsed result is shown while typing; ambiguities are asked. */
export function QuickAdd({ onAdded }: { onAdded(day: string): void }) {
  const { line, answers, setLine, answer, clear, restore } = useLine();
  const input = useRef<HTMLInputElement>(null);
  const questions = useRef<HTMLDivElement>(null);
  const calendarId = useDefaultCalendar();
  const { parsed, load } = useQuickAdd(useDeferredValue(line), answers);
  useShortcut("q", t`Quick add an event`, t`Calendar`, () => input.current?.focus());
  const add = async (event: ParsedEvent) => {
    if (event.questions.length > 0) return void questions.current?.querySelector("button")?.focus();
    clear();
    onAdded(daysOf(event).first);
    const typed = { line, answers };
    try {
      const made = await createEvent(fieldsOf({ ...draftFrom(event), calendarId }), crypto.randomUUID());
      void warnAfterSaving(made);
    } catch {
      restore(typed);
    }
  };
  const enter = useEnterWhenParsed(line, parsed, (event) => void add(event));
  const inDialog = () => {
    if (!parsed) return;
    clear();
    openEditor({ kind: "new event", times: parsed, draft: { ...draftFrom(parsed), calendarId } });
  };
  return (
    <QuickAddField
      label={t`Quick add`}
      icon={CalendarPlus}
      shortcut="Q"
      placeholder={EXAMPLE}
      maxLength={1000}
      ref={input}
      line={line}
      parsed={parsed ? { title: parsed.title, facts: <Facts parsed={parsed} /> } : null}
      onFocus={load}
      onType={setLine}
      onAdd={enter}
      onClear={clear}
    >
      <Button variant="subtle" size="compact-sm" onClick={inDialog}>
        {t`More details`}
      </Button>
      <div ref={questions} className={styles.questions}>
        {parsed?.questions.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            onAnswer={(value) => {
              answer(question.id, value);
              input.current?.focus();
            }}
          />
        ))}
      </div>
    </QuickAddField>
  );
}

/** What was typed, and which of two readings was meant: answers by question. */
function useLine() {
  const [line, setLine] = useState("");
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const answer = (question: string, value: string) => setAnswers({ ...answers, [question]: value });
  const clear = () => {
    setLine("");
    setAnswers({});
  };
  /** What was typed comes back, unless the next event is already being typed. */
  const restore = (typed: { line: string; answers: Record<string, string> }) => {
    setLine((now) => now || typed.line);
    setAnswers(typed.answers);
  };
  return { line, answers, setLine, answer, clear, restore };
}

/** Enter may come before the line is understood, or the language of dates has arrived: then it counts once it is. */
function useEnterWhenParsed(
  line: string,
  parsed: ParsedEvent | undefined,
  add: (parsed: ParsedEvent) => void,
) {
  const entered = useRef("");
  const enter = () => {
    entered.current = line;
    if (!parsed || parsed.line !== line) return;
    entered.current = "";
    add(parsed);
  };
  const retryEnter = useEffectEvent((known: string) => {
    if (entered.current !== "" && entered.current === line && known === line) enter();
  });
  const known = parsed?.line;
  useEffect(() => {
    if (known !== undefined) retryEnter(known);
  }, [known]);
  return enter;
}

type QuestionFieldProps = { question: ParsedEvent["questions"][number]; onAnswer(value: string): void };

const QuestionField = ({ question, onAnswer }: QuestionFieldProps) => (
  <fieldset className={styles.question}>
    <legend>{question.words}</legend>
    {question.options.map(({ value, label }) => (
      <button key={value} type="button" className={styles.option} onClick={() => onAnswer(value)}>
        {label}
      </button>
    ))}
  </fieldset>
);

function Facts({ parsed }: { parsed: ParsedEvent }) {
  const { location, attendees, repeat, questions } = parsed;
  return (
    <>
      <Badge tone={questions.length > 0 ? "warn" : "accent"}>{describeDaysAndTimes(parsed)}</Badge>
      {repeat && <Badge tone="info">{describeSimpleRule(repeat, startDayOf(parsed))}</Badge>}
      {location && <Badge>{t`at ${location}`}</Badge>}
      {attendees.map((attendee) => (
        <Badge key={attendee}>{attendee}</Badge>
      ))}
    </>
  );
}

const startDayOf = ({ isAllDay, startTime }: ParsedEvent) =>
  isAllDay ? startTime.slice(0, 10) : dayAt(new Date(startTime));

function draftFrom(parsed: ParsedEvent) {
  const { title, location, attendees, repeat } = parsed;
  const draft = { ...draftAt(parsed), title, location: location ?? "", attendees: attendees.join(", ") };
  return { ...draft, repeat: repeat ? ruleOf(repeat, draft) : "" };
}
