import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Printer, Sparkles, Sunrise } from "lucide-react";
import { dailyOpsSettings } from "#features/settings/web/api.ts";
import { LANGUAGE, t } from "#i18n/message.ts";
import { rich } from "#i18n/rich.ts";
import { formatWeekday } from "#platform/time/format-in-zone.ts";
import { formatAgo } from "#ui/dates.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { formatDay } from "../format-day.ts";
import panel from "../panel.module.css";
import { BriefingBody } from "./briefing-body.tsx";
import { BriefingHistory } from "./briefing-history.tsx";
import styles from "./briefing-panel.module.css";
import { useBriefing } from "./use-briefing.ts";

const EveningWrap = laterPart(async () => (await import("./evening-wrap.tsx")).EveningWrap);

export function BriefingPanel() {
  const { data, error, retry, generate, isGenerating, earlier, later, openDay, history } = useBriefing();
  if (!data && error)
    return <ErrorState title={t`The briefing could not be loaded`} message={error.message} onRetry={retry} />;
  if (!data) return <SkeletonCards count={3} label={t`Loading briefing`} />;
  const { briefing, date, today } = data;
  const isToday = date === today;
  return (
    <Stack>
      <Row as="header" gap={16} lineGap={8} justify="space-between" wrap className={panel.header}>
        <Row gap={4} className={styles.day}>
          {earlier && (
            <IconButton label={t`Earlier briefing`} icon={ChevronLeft} onClick={() => openDay(earlier)} />
          )}
          <Text as="h2" size="section">
            {isToday ? t`Today, ${formatDay(date)}` : formatDay(date)}
          </Text>
          {later && (
            <IconButton label={t`Later briefing`} icon={ChevronRight} onClick={() => openDay(later)} />
          )}
        </Row>
        <Row wrap className={panel.actions}>
          {briefing && <Written at={briefing.updatedAt} />}
          {briefing && (
            <Button
              variant="default"
              leftSection={<Printer size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              {t`Print`}
            </Button>
          )}
          {isToday ? (
            <GenerateButton isGenerating={isGenerating} onGenerate={generate} />
          ) : (
            <Button variant="default" onClick={() => openDay(today)}>
              {t`To today`}
            </Button>
          )}
        </Row>
      </Row>
      {isToday && <EveningWrap />}
      {briefing ? (
        <BriefingBody briefing={briefing} isToday={isToday} />
      ) : (
        <EmptyState
          icon={Sunrise}
          title={isToday ? t`No briefing today yet` : t`No briefing on this day`}
          message={isToday && <BriefingSchedule />}
        />
      )}
      <BriefingHistory days={history} openDate={date} onOpen={openDay} />
    </Stack>
  );
}

const Written = ({ at }: { at: string }) => (
  <Text as="span" tone="faint" size="label">
    {rich(t`Written <0/>`, () => (
      <time dateTime={at}>{formatAgo(at)}</time>
    ))}
  </Text>
);

const GenerateButton = ({ isGenerating, onGenerate }: { isGenerating: boolean; onGenerate(): void }) => (
  <Button
    leftSection={<Sparkles size={16} strokeWidth={1.75} aria-hidden />}
    onClick={onGenerate}
    disabled={isGenerating}
  >
    {isGenerating ? t`Generating...` : t`Generate Briefing`}
  </Button>
);

function BriefingSchedule() {
  const { data } = useQuery(dailyOpsSettings.get.query({}));
  if (!data) return null;
  const { briefingTime: time, weekdays = [] } = data;
  const zone = data.timezone.replaceAll("_", " ");
  return weekdays.length < 7
    ? t`It is generated automatically at ${time} (${zone}) on ${namesOf(weekdays)}.`
    : t`It is generated automatically at ${time} (${zone}).`;
}

/** January 1, 2023 was a Sunday, which is day 0. */
const namesOf = (weekdays: readonly number[]) =>
  new Intl.ListFormat(LANGUAGE).format(
    weekdays.map((day) => formatWeekday(new Date(Date.UTC(2023, 0, 1 + day)), "UTC")),
  );
