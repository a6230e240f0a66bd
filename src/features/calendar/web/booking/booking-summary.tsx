import { CalendarCheck2, CalendarX2, Download } from "lucide-react";
import { useState } from "react";
import { t, term } from "#i18n/message.ts";
import { BusyButton } from "#ui/inputs/busy-button.tsx";
import { Button, LinkButton } from "#ui/inputs/button.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { bookings } from "../api.ts";
import { formatTimeRange } from "../format-time-range.ts";
import styles from "./booking-page.module.css";
import { BookingTimes } from "./booking-times.tsx";

type BookingOnWire = Awaited<ReturnType<typeof bookings.open.call>>;
type Mode = "shown" | "moving" | "cancelling";
type BookingSummaryProps = { booking: BookingOnWire; token: string; onChanged(): void; onBookAgain(): void };

/** The booking of the link: it can be moved, cancelled and added to a calendar. */
export function BookingSummary({ booking, token, onChanged, onBookAgain }: BookingSummaryProps) {
  const [mode, setMode] = useState<Mode>("shown");
  const [timeZone, setTimeZone] = useState(booking.timeZone);
  const { problem, isBusy, act } = useBookingChange(() => {
    setMode("shown");
    onChanged();
  });
  return (
    <>
      <BookingFacts {...{ booking, timeZone, problem }} />
      {mode === "moving" && (
        <BookingTimes
          {...{ token, timeZone }}
          slug={booking.slug}
          daysAhead={365}
          onZone={setTimeZone}
          onPick={(start) => void act(() => bookings.move.call({ token, startTime: start }))}
        />
      )}
      <BookingActions
        {...{ booking, mode, isBusy, onBookAgain }}
        onMode={setMode}
        onCancel={() => void act(() => bookings.cancel.call({ token }))}
      />
    </>
  );
}

function useBookingChange(onDone: () => void) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const act = async (change: () => Promise<unknown>) => {
    setBusy(true);
    setProblem("");
    try {
      await change();
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return { problem, isBusy, act };
}

type BookingFactsProps = { booking: BookingOnWire; timeZone: string; problem: string };

function BookingFacts({ booking, timeZone, problem }: BookingFactsProps) {
  const { title, ownerName, state, email, location, meetingLink, isOpen } = booking;
  const isCancelled = state === "cancelled";
  return (
    <Stack as="section" gap={8} margin="0 0 24px">
      <IconText
        icon={isCancelled ? CalendarX2 : CalendarCheck2}
        iconSize={18}
        tone={isCancelled ? "soft" : "good"}
        weight="medium"
        role="status"
      >
        {isCancelled ? t`Cancelled` : t`Booked`}
      </IconText>
      <h1 className={styles.title}>{title}</h1>
      {ownerName && (
        <Text tone="soft" overflow="break">
          {ownerName}
        </Text>
      )}
      <Text weight="medium">{formatTimeRange(booking, timeZone)}</Text>
      {location && <p className={styles.words}>{location}</p>}
      {meetingLink && (
        <p className={styles.words}>
          <a href={meetingLink} rel="noreferrer">
            {meetingLink}
          </a>
        </p>
      )}
      {!isCancelled && (
        <p className={styles.words}>
          {isOpen
            ? t`${email} gets an email if this server can send mail. Keep the link to this page: it moves or cancels the booking.`
            : t`${email} gets an email if this server can send mail. Keep the link to this page: it cancels the booking.`}
        </p>
      )}
      {problem && (
        <Row as="p" surface="bad" pad="10px 12px" role="alert">
          {problem}
        </Row>
      )}
    </Stack>
  );
}

type BookingActionsProps = Pick<BookingSummaryProps, "booking" | "onBookAgain"> & {
  mode: Mode;
  isBusy: boolean;
  onMode(mode: Mode): void;
  onCancel(): void;
};

function BookingActions({ booking, mode, isBusy, onMode, onCancel, onBookAgain }: BookingActionsProps) {
  const { state, isOpen, file, startTime } = booking;
  const isCancelled = state === "cancelled";
  const isOver = Date.parse(startTime) <= Date.now();
  return (
    <Row align="stretch" wrap>
      {isCancelled && isOpen && <Button onClick={onBookAgain}>{t`Choose another time`}</Button>}
      {file && mode === "shown" && (
        <LinkButton
          variant="default"
          href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
          download="booking.ics"
          leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t`Add to calendar`}
        </LinkButton>
      )}
      {!isCancelled && !isOver && mode === "shown" && (
        <>
          {isOpen && (
            <Button variant="default" onClick={() => onMode("moving")}>
              {term("Move", "button: move a booking to another time")}
            </Button>
          )}
          <Button variant="subtle" color="red" onClick={() => onMode("cancelling")}>
            {t`Cancel the booking`}
          </Button>
        </>
      )}
      {mode !== "shown" && (
        <Button variant="default" onClick={() => onMode("shown")}>
          {t`Keep the booking`}
        </Button>
      )}
      {mode === "cancelling" && (
        <BusyButton color="red" isBusy={isBusy} onClick={onCancel}>
          {t`Cancel booking now`}
        </BusyButton>
      )}
    </Row>
  );
}
