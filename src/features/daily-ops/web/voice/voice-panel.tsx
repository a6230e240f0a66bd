import { useQuery } from "@tanstack/react-query";
import { Mic, Square, Terminal } from "lucide-react";
import { type FormEvent, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { QueryContent } from "#ui/feedback/query-content.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { SegmentedControl } from "#ui/inputs/segmented-control.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import { MAX_COMMAND } from "../../voice-model.ts";
import { LOADED, voiceCommands } from "../api.ts";
import panel from "../panel.module.css";
import { CommandRow } from "./command-row.tsx";
import { useCommands } from "./use-commands.ts";
import { useReadAloud } from "./use-read-aloud.ts";
import { type SpeechInputKind, useSpeechInput } from "./use-speech-input.ts";
import styles from "./voice-panel.module.css";

const HISTORY = voiceCommands.list.query({});

const STATES = {
  idle: t`Press the microphone and speak, or type a command`,
  listening: t`Listening...`,
  processing: t`Processing...`,
} as const;

export function VoicePanel() {
  const speaking = useReadAloud();
  const { run, undo, answer, isRunning, last } = useCommands(HISTORY.queryKey, speaking.speak);
  const speechInput = useSpeechInput((text, transcribedBy) => void run(text, transcribedBy));
  const isBusy = isRunning || speechInput.isUnderstanding;
  const state = isBusy ? "processing" : speechInput.isListening ? "listening" : "idle";
  const toggle = speechInput.isListening ? speechInput.stop : speechInput.start;
  useShortcut("v", t`Speak a command`, t`Daily Ops`, toggle);
  return (
    <Stack>
      <Stack
        as="section"
        gap={10}
        align="center"
        pad="28px 20px 20px"
        surface="card"
        textAlign="center"
        className={styles.console}
        aria-label={t`Command`}
        data-state={state}
      >
        <Microphone isListening={speechInput.isListening} isBusy={isBusy} onToggle={toggle} />
        <Text weight="medium" role="status">
          {STATES[state]}
        </Text>
        <Text tone="soft" overflow="break" className={styles.transcript}>
          {speechInput.transcript && state !== "idle" ? `“${speechInput.transcript}”` : last?.response}
        </Text>
        <TypedCommand onRun={(text) => run(text, "typed")} isBusy={isBusy} />
        <SpeechPrivacyNote speechInput={speechInput} />
        <ReadAloudSwitch speaking={speaking} />
      </Stack>
      <Text as="h2" size="section">
        {t`Recent commands`}
      </Text>
      <RecentCommands onUndo={undo} onAnswer={answer} />
    </Stack>
  );
}

type MicrophoneProps = { isListening: boolean; isBusy: boolean; onToggle(): void };

const Microphone = ({ isListening, isBusy, onToggle }: MicrophoneProps) => (
  <button
    type="button"
    className={styles.microphone}
    aria-label={isListening ? t`Stop listening` : t`Start voice command`}
    aria-pressed={isListening}
    disabled={isBusy}
    onClick={onToggle}
  >
    {isListening ? (
      <Square size="1.375rem" strokeWidth={1.75} aria-hidden />
    ) : (
      <Mic size="1.625rem" strokeWidth={1.75} aria-hidden />
    )}
  </button>
);

const ReadAloudSwitch = ({ speaking }: { speaking: ReturnType<typeof useReadAloud> }) => (
  <>
    <Box margin="6px 0 0">
      <Switch
        label={t`Read results aloud`}
        isOn={speaking.isOn}
        isDisabled={!speaking.isKnown}
        onChange={speaking.setOn}
      />
    </Box>
    {speaking.isMute && (
      <Text tone="faint" size="label">
        {t`This browser has no English voice for reading aloud.`}
      </Text>
    )}
  </>
);

type RecentCommandsProps = { onUndo(id: string): void; onAnswer(id: string, isApproved: boolean): void };

function RecentCommands({ onUndo, onAnswer }: RecentCommandsProps) {
  const history = useQuery({ ...HISTORY, ...LOADED });
  return (
    <QueryContent
      query={history}
      failure={t`The history could not be loaded`}
      rows={4}
      loading={t`Loading commands`}
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState
            icon={Terminal}
            title={t`Your commands and their results appear here`}
            message={EXAMPLES}
          />
        ) : (
          <Box as="ul" surface="card" className={panel.list} aria-label={t`Recent commands`}>
            {items.map((command) => (
              <CommandRow
                key={command.id}
                command={command}
                onUndo={() => onUndo(command.id)}
                onAnswer={(isApproved) => onAnswer(command.id, isApproved)}
              />
            ))}
          </Box>
        )
      }
    </QueryContent>
  );
}

/** States where recordings are processed, before any recording. */
function SpeechPrivacyNote({ speechInput }: { speechInput: ReturnType<typeof useSpeechInput> }) {
  const { service, way, choose, hasBoth } = speechInput;
  return (
    <>
      {hasBoth && (
        <SegmentedControl<SpeechInputKind>
          label={t`Speech to text by`}
          value={way}
          onChange={choose}
          options={[
            { value: "browser", label: t`This browser` },
            { value: "service", label: service?.isInternal ? t`This server` : t`The speech service` },
          ]}
        />
      )}
      <Text tone="faint" size="label">
        {WHERE[way === "browser" ? "browser" : service?.isInternal ? "server" : "service"]}
      </Text>
    </>
  );
}

const WHERE = {
  browser: t`Your browser transcribes speech and may use a service of its vendor. Typed commands stay on this server.`,
  server: t`Your voice is recorded and transcribed on this server. The recording is not stored.`,
  service: t`Your voice is recorded and transcribed by an external service that your administrator chose. The recording is not stored here.`,
} as const;

/** Commands are understood in English. */
const EXAMPLES = (
  <>
    <Badge>{t`Task`}</Badge> “Create a task to call Anna tomorrow at 3 pm”
    <br />
    <Badge>{t`Calendar`}</Badge> “What is on my calendar today”
    <br />
    <Badge>{t`Weather`}</Badge> “How is the weather”
  </>
);

type TypedCommandProps = { onRun(text: string): Promise<boolean>; isBusy: boolean };

/** The typed alternative to the microphone. The text stays if the command failed. */
function TypedCommand({ onRun, isBusy }: TypedCommandProps) {
  const [text, setText] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" || isBusy || !(await onRun(text))) return;
    // Keeps the text if the user is already typing the next command.
    setText((now) => (now === text ? "" : now));
  };
  return (
    <Row as="form" align="stretch" className={styles.typed} onSubmit={(event) => void submit(event)}>
      <TextInput
        className={styles.field}
        aria-label={t`Type a command`}
        placeholder={t`Type a command, e.g. create a task to call Anna tomorrow`}
        maxLength={MAX_COMMAND}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isBusy || text.trim() === ""}>
        {term("Run", "button: run a command")}
      </Button>
    </Row>
  );
}
