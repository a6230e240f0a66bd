import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Textarea } from "#ui/fields/textarea.tsx";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { bookings } from "../api.ts";
import { formatTimeRange } from "../format-time-range.ts";

type BookingFormProps = {
  slug: string;
  start: string;
  minutes: number;
  timeZone: string;
  onBack(): void;
  onBooked(token: string): void;
};

/** The visitor's details; the typed text is kept if the time was taken meanwhile. */
export function BookingForm({ slug, start, minutes, timeZone, onBack, onBooked }: BookingFormProps) {
  const [draft, setDraft] = useState({ name: "", email: "", note: "" });
  const { problem, isBusy, book } = useBooking(onBooked);
  const set = (fields: Partial<typeof draft>) => setDraft({ ...draft, ...fields });
  const end = new Date(Date.parse(start) + minutes * 60_000).toISOString();
  return (
    <Stack
      as="form"
      aria-label={t`Your booking`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void book({ slug, startTime: start, timeZone, ...draft });
      }}
    >
      <Text weight="medium">{formatTimeRange({ startTime: start, endTime: end }, timeZone)}</Text>
      <TextInput
        data-autofocus
        autoFocus
        label={term("Name", "of a person")}
        required
        maxLength={100}
        autoComplete="name"
        error={problem?.fields.name}
        value={draft.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextInput
        type="email"
        label={t`Email`}
        required
        maxLength={254}
        autoComplete="email"
        error={problem?.fields.email}
        value={draft.email}
        onChange={({ target }) => set({ email: target.value })}
      />
      <Textarea
        label={t`What is it about?`}
        rows={3}
        maxLength={2000}
        value={draft.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      {problem && Object.keys(problem.fields).length === 0 && (
        <Row as="p" surface="bad" pad="10px 12px" role="alert">
          {problem.message}
        </Row>
      )}
      <Row align="stretch" wrap>
        <Button variant="default" onClick={onBack}>
          {t`Another time`}
        </Button>
        <BusyButton type="submit" isBusy={isBusy}>
          {term("Book", "button: make the booking")}
        </BusyButton>
      </Row>
    </Stack>
  );
}

function useBooking(onBooked: (token: string) => void) {
  const [problem, setProblem] = useState<{ message: string; fields: Record<string, string> } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const book = async (booking: Parameters<typeof bookings.book.call>[0]) => {
    setBusy(true);
    try {
      const { token } = await bookings.book.call(booking);
      onBooked(token);
    } catch (error) {
      const fields = error instanceof ApiError ? (error.details.fields ?? {}) : {};
      setProblem({ message: error instanceof Error ? error.message : String(error), fields });
      setBusy(false);
    }
  };
  return { problem, isBusy, book };
}
