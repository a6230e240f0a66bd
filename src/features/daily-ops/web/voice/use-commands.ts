import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#ui/overlays/toast.ts";
import type { TranscribedBy, VoiceCommandOnWire } from "../../voice-model.ts";
import { voiceCommands } from "../api.ts";

type History = { items: VoiceCommandOnWire[]; nextCursor: string | null };

/** Runs a spoken or typed command and refreshes the history. */
export function useCommands(queryKey: QueryKey, onResult: (response: string) => void) {
  const queries = useQueryClient();
  const running = useMutation({
    mutationFn: (command: { text: string; transcribedBy: TranscribedBy }) => voiceCommands.run.call(command),
    onSuccess: (command) => {
      onResult(command.response);
      queries.setQueryData<History>(
        queryKey,
        (history) => history && { ...history, items: [command, ...history.items].slice(0, MAX_COMMANDS) },
      );
    },
    onError: (error) => void toast.failure("Failed to process voice command", error.message),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const undoing = useMutation({
    mutationFn: (id: string) => voiceCommands.undo.call({ id }),
    onSuccess: () => void toast.success("Undone"),
    onError: (error) => void toast.failure("The command could not be undone", error.message),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const answering = useMutation({
    mutationFn: (answer: { id: string; isConfirmed: boolean }) => voiceCommands.answer.call(answer),
    onSuccess: ({ response }) => {
      onResult(response);
      toast.success(response);
    },
    onError: (error) => void toast.failure("The email was not sent", error.message),
    onSettled: () => queries.invalidateQueries({ queryKey }),
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
