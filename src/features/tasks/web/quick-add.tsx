import { Plus } from "lucide-react";
import { useDeferredValue, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { Badge } from "#ui/display/badge.tsx";
import { QuickAddField } from "#ui/inputs/quick-add-field.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import type { QuickAdd as Understood } from "../quick-add.ts";
import { type TaskValues, taskForm } from "./editor/task-form.ts";
import { PriorityBadge } from "./list/task-facts.tsx";
import { allProjects, projectRecords } from "./records.ts";
import { createTask } from "./task-mutations.ts";

/** The parser reads English. */
const EXAMPLE = "Call Anna tomorrow 15:00 !high #board";

/** One line that becomes a task, of the project if one is given; the parsed result is shown while typing. */
export function QuickAdd({ projectId = null }: { projectId?: string | null }) {
  const [line, setLine] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const parser = useParser();
  const typed = useDeferredValue(line);
  const parsed = parser.parse && typed.trim() !== "" ? parser.parse(typed) : null;
  useShortcut("q", t`Quick add a task`, t`Tasks`, () => input.current?.focus());

  const add = async () => {
    const text = line.trim();
    if (text === "") return;
    const parse = parser.parse ?? (await parser.load());
    setLine("");
    try {
      await createTask(parse ? asFields(parse(text), projectId) : asFields(null, projectId, text), {
        idempotencyKey: crypto.randomUUID(),
      });
    } catch {
      // Restores the typed text, unless the next task is already being typed.
      setLine((now) => now || text);
    }
  };

  return (
    <QuickAddField
      label={t`Quick add`}
      icon={Plus}
      shortcut="Q"
      placeholder={t`Add a task: ${EXAMPLE}`}
      ref={input}
      line={line}
      parsed={parsed ? { title: parsed.title, facts: <Facts parsed={parsed} /> } : null}
      onFocus={() => void parser.load()}
      onType={setLine}
      onAdd={() => void add()}
      onClear={() => setLine("")}
    />
  );
}

const Facts = ({ parsed: { dueDate, hasTime, priority, tags, project } }: { parsed: Understood }) => (
  <>
    {dueDate && (
      <Badge tone="accent">
        {formatDate(dueDate)}
        {hasTime && ` ${formatTime(dueDate)}`}
      </Badge>
    )}
    {priority && <PriorityBadge priority={priority} />}
    {tags.map((tag) => (
      <Badge key={tag}>#{tag}</Badge>
    ))}
    {project && <Badge tone="info">{project.name}</Badge>}
  </>
);

type Parse = (line: string) => Understood;

/**
 * The date parser has 30 KB: it is loaded, with the projects that a line may name, when the user begins to type. Null
 * if that fails.
 */
function useParser() {
  const [parse, setParse] = useState<Parse | null>(null);
  const load = async (): Promise<Parse | null> => {
    try {
      const [{ parseQuickAdd }] = await Promise.all([import("../quick-add.ts"), loadProjects()]);
      const loaded: Parse = (line) =>
        parseQuickAdd(line, { now: new Date(), timeZone: readerTimeZone(), projects: liveProjects() });
      setParse(() => loaded);
      return loaded;
    } catch {
      // Without the parser, or offline, the line is the title as it stands.
      return null;
    }
  };
  return { parse, load };
}

/** If loading fails, lines are parsed without project names. */
const loadProjects = () =>
  projectRecords
    .list(allProjects.key, allProjects.source)
    .more()
    .catch(() => {});

const liveProjects = () => projectRecords.known().filter(({ deletedAt }) => deletedAt === null);

const asFields = (parsed: Understood | null, projectId: string | null, line = ""): TaskValues =>
  taskForm.initialValues({
    title: parsed?.title ?? line,
    projectId: parsed?.project?.id ?? projectId,
    dueDate: parsed?.dueDate?.toISOString() ?? null,
    tags: parsed?.tags ?? [],
    ...(parsed?.priority && { priority: parsed.priority }),
  });
