import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { type Found, search } from "../api.ts";
import { useAuth } from "../session/auth-provider.tsx";
import { CommandList, type RecordsState } from "./command-list.tsx";
import {
  assistantCommand,
  type Command,
  destinationCommands,
  lineCommands,
  recordCommand,
  standingCommands,
} from "./commands.ts";
import { filterCommands } from "./filter-commands.ts";
import styles from "./palette.module.css";
import { useProjectCommands } from "./project-commands.ts";
import { useRecentRecords } from "./use-recent-records.ts";

const MAX_SHOWN = 80;

/** Everything by name: arrows move, Enter goes, Escape leaves. */
export function Palette({ initialText, onClose }: { initialText: string; onClose(): void }) {
  const listId = useId();
  const [text, setText] = useState(initialText);
  const [chosen, setChosen] = useState({ id: "", place: 0 });
  const { records, state } = useRecords(text);
  const { recent, remember } = useRecentRecords();
  const commands = useCommands(text, records, recent);
  const current = placeOf(chosen, commands);
  const choose = (place: number) => setChosen({ id: commands[place]?.id ?? "", place });

  const perform = usePerform([...records, ...recent], remember, onClose);
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) perform(commands[current]);
    else if (step && commands.length > 0) choose((current + step + commands.length) % commands.length);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog isOpen onClose={onClose} title={t`Search and commands`} size="large" bare>
      <Row tone="faint" line="below" pad="0 18px" gap={12}>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <input
          data-autofocus
          className={styles.input}
          placeholder={t`Search or type a command`}
          aria-label={t`Search or type a command`}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={commands[current] ? `${listId}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen({ id: "", place: 0 });
          }}
          onKeyDown={move}
        />
      </Row>
      <CommandList
        id={listId}
        commands={commands}
        current={current}
        onChoose={choose}
        onPerform={perform}
        searchedFor={text}
        records={state}
      />
    </Dialog>
  );
}

function usePerform(records: readonly Found[], remember: (record: Found) => void, onClose: () => void) {
  const navigate = useNavigate();
  return (command: Command | undefined) => {
    if (!command) return;
    // Returns the focus to the page, so that a command of the page acts on the focused element.
    flushSync(onClose);
    const record = records.find(({ href }) => "href" in command.act && command.act.href === href);
    if (record) remember(record);
    if ("href" in command.act) void navigate({ href: command.act.href });
    else command.act.run();
  };
}

/** What the words name: commands and records; without any, what was opened last goes first. */
function useCommands(text: string, records: readonly Found[], recent: readonly Found[]): Command[] {
  const { isAdmin } = useAuth();
  const [standing] = useState(() => standingCommands(isAdmin));
  const [further] = useState(() => destinationCommands(isAdmin));
  const ofRecord = useProjectCommands();
  const words = text.trim();
  const named = filterCommands(words === "" ? standing : [...standing, ...ofRecord, ...further], text);
  const known = [...named, ...records.map((each) => recordCommand(each))];
  return words === ""
    ? [...recent.map((each) => recordCommand(each, "Recent")), ...known].slice(0, MAX_SHOWN)
    : [...known.slice(0, MAX_SHOWN), assistantCommand(words), ...lineCommands(words)];
}

/** The selection stays on the same command when records that load later are inserted before it. */
function placeOf({ id, place }: { id: string; place: number }, commands: readonly Command[]): number {
  if (commands[place]?.id === id) return place;
  const found = commands.findIndex((command) => command.id === id);
  return found >= 0 ? found : Math.min(place, commands.length - 1);
}

type Records = { records: readonly Found[]; state: RecordsState };

/** Records by the server's search, from two letters on. What was found stays until the next answer. */
function useRecords(text: string): Records {
  const words = text.trim();
  const query = useDeferredValue(words);
  const isLongEnough = query.length >= 2;
  const found = useQuery({
    ...search.query.query({ text: query }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!isLongEnough) return { records: [], state: "known" };
  const isLoading = words !== query || found.isPending || found.isPlaceholderData;
  const state = found.isError || found.isPaused ? "failed" : isLoading ? "searched" : "known";
  return { records: found.data?.results ?? [], state };
}
