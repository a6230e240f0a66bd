import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Clock, MapPin } from "lucide-react";
import { useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonText } from "#ui/feedback/skeleton.tsx";
import { IconText } from "#ui/layout/icon-text.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useDocumentTitle } from "#ui/page.tsx";
import { bookings } from "../api.ts";
import { BookingForm } from "./booking-form.tsx";
import styles from "./booking-page.module.css";
import { BookingSummary } from "./booking-summary.tsx";
import { BookingTimes } from "./booking-times.tsx";

/** Where a visitor without an account books a time; the link with the `#` opens the booking again. */
export function BookingPage() {
  const { pathname, hash } = useLocation();
  const slug = decodeURIComponent(pathname.split("/")[2] ?? "");
  const token = hash.length >= 20 ? hash : null;
  return token ? <Booked slug={slug} token={token} /> : <Choose slug={slug} />;
}

function Choose({ slug }: { slug: string }) {
  const { data: page, error, refetch } = useQuery({ ...bookings.page.query({ slug }), retry: false });
  const [timeZone, setTimeZone] = useState(readerTimeZone);
  const [start, setStart] = useState<string | null>(null);
  const navigate = useNavigate();
  useDocumentTitle(page?.title ?? t`Book a time`);
  if (error) return <Unopened error={error} onRetry={() => void refetch()} />;
  if (!page) return <SkeletonText count={6} label={t`Loading the page`} />;
  return (
    <>
      <Stack as="header" gap={8} margin="0 0 24px">
        {page.ownerName && (
          <Text tone="soft" overflow="break">
            {page.ownerName}
          </Text>
        )}
        <h1 className={styles.title}>{page.title}</h1>
        <IconText icon={Clock} tone="soft">
          {plural(page.minutes, { one: `${page.minutes} minute`, other: `${page.minutes} minutes` })}
        </IconText>
        {page.location && (
          <IconText icon={MapPin} tone="soft" overflow="break">
            {page.location}
          </IconText>
        )}
        {page.description && <p className={styles.words}>{page.description}</p>}
      </Stack>
      {start === null ? (
        <BookingTimes
          {...{ slug, timeZone }}
          daysAhead={page.daysAhead}
          token={null}
          onZone={setTimeZone}
          onPick={setStart}
        />
      ) : (
        <BookingForm
          {...{ slug, start, timeZone }}
          minutes={page.minutes}
          onBack={() => setStart(null)}
          onBooked={(token) => void navigate({ to: ".", hash: token, replace: true })}
        />
      )}
    </>
  );
}

function Booked({ slug, token }: { slug: string; token: string }) {
  const { data, error, refetch } = useQuery({ ...bookings.open.query({ token }), retry: false });
  const navigate = useNavigate();
  useDocumentTitle(data?.title ?? t`Your booking`);
  if (error) return <Unopened error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText count={4} label={t`Loading your booking`} />;
  return (
    <BookingSummary
      booking={data}
      token={token}
      onChanged={() => void refetch()}
      onBookAgain={() => void navigate({ to: `/book/${slug}`, hash: "", replace: true })}
    />
  );
}

function Unopened({ error, onRetry }: { error: Error; onRetry(): void }) {
  if (error instanceof ApiError && error.code === "not_found")
    return (
      <Stack as="section" gap={8} margin="0 0 24px">
        <h1 className={styles.title}>{t`Booking is not available`}</h1>
        <p className={styles.words}>
          {t`This page was closed, or the link is incomplete. Ask the sender for a new link.`}
        </p>
      </Stack>
    );
  return <ErrorState title={t`The page cannot be shown`} message={error.message} onRetry={onRetry} />;
}
