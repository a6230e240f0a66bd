import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { useWrite } from "#platform/client/use-write.ts";
import type { TranscribedBy, VoiceCommandOnWire } from "../../voice-model.ts";
import { voiceCommands } from "../api.ts";

type History = { items: VoiceCommandOnWire[]; nextCursor: string | null };

/** Runs a spoken or typed command and refreshes the history. */
export function useCommands(queryKey: QueryKey, onResult: (response: string) => void) {
  const queries = useQueryClient();
  const running = useWrite({
    send: (command: { text: string; transcribedBy: TranscribedBy }) => voiceCommands.run.call(command),
    invalidates: [queryKey],
    failed: t`Failed to process voice command`,
    onDone: (command) => {
      onResult(command.response);
      queries.setQueryData<History>(
        queryKey,
        (history) => history && { ...history, items: [command, ...history.items].slice(0, MAX_COMMANDS) },
      );
    },
  });
  const undoing = useWrite({
    send: (id: string) => voiceCommands.undo.call({ id }),
    invalidates: [queryKey],
    done: t`Undone`,
    failed: t`The command could not be undone`,
  });
  const answering = useWrite({
    send: (answer: { id: string; isConfirmed: boolean }) => voiceCommands.answer.call(answer),
    invalidates: [queryKey],
    done: ({ response }) => response,
    failed: t`The email was not sent`,
    onDone: ({ response }) => onResult(response),
  });
  return {
    answer: (id: string, isConfirmed: boolean) => answering.mutate({ id, isConfirmed }),
    /** True if the server answered. */
    run: (text: string, transcribedBy: TranscribedBy): Promise<boolean> =>
      running.mutateAsync({ text, transcribedBy }).then(
        () => true,
        () => false,
      ),
    undo: (id: string) => undoing.mutate(id),
    isRunning: running.isPending,
    last: running.data,
  };
}

const MAX_COMMANDS = 10;
