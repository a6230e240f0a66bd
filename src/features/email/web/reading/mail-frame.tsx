import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { plural, t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { useTheme } from "#ui/theme/theme-choice.ts";
import type { OpenEmailOnWire } from "../../model.ts";
import { loadInline, loadRemote } from "./load-images.ts";
import styles from "./mail-frame.module.css";
import { drawableUntil } from "./measure-mail.ts";
import { MessageText } from "./message-text.tsx";
import type { PreparedMail } from "./prepare-mail.ts";
import { NO_PICTURES, preparedMail } from "./prepared-mails.ts";
import { writeFrame } from "./write-frame.ts";

/** What a mail may do: follow links in another tab. */
const ALLOWED = "allow-popups allow-popups-to-escape-sandbox";

/** Keeps one empty frame of this kind, so that the browser has the process that shows the next mail. */
export function prepareFrame(): void {
  if (document.querySelector("iframe[data-prepared]")) return;
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.ariaHidden = "true";
  frame.dataset.prepared = "";
  frame.setAttribute("sandbox", ALLOWED);
  writeFrame(frame, "<!doctype html>");
  document.body.append(frame);
}

type MailFrameProps = { email: OpenEmailOnWire & { html: string } };

/** An HTML email in a frame without any permissions. External content is loaded only on request. */
export function MailFrame({ email }: MailFrameProps) {
  const [pictures, setPictures] = useState(NO_PICTURES);
  const [isLoading, setLoading] = useState(false);
  const [isText, setText] = useState(false);
  const theme = useTheme();
  const end = useMemo(() => drawableUntil(email.html), [email.html]);
  const [isBeginning, setBeginning] = useState(false);
  const isTooLarge = end !== null && !isBeginning;
  const html = email.html.slice(0, end ?? undefined);
  const mail = isTooLarge ? null : preparedMail(html, pictures, theme);
  useInline(email, mail?.inline ?? [], setPictures);
  if (!mail)
    return (
      <Stack gap={8} className={styles.mail}>
        <div className={styles.notice}>
          <span role="status">{t`Too large to show with formatting.`}</span>
          {isTooLarge && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={styles.act}
              onClick={() => setBeginning(true)}
            >
              {t`Show the beginning with formatting`}
            </Button>
          )}
        </div>
        <MessageText text={email.body} />
      </Stack>
    );
  const showPictures = async () => {
    setLoading(true);
    const loaded = await loadRemote(email, mail.remote);
    setPictures((before) => new Map([...before, ...loaded]));
    setLoading(false);
  };
  return (
    <Stack gap={8} className={styles.mail}>
      <Notice
        mail={mail}
        isBeginning={isBeginning}
        isLoading={isLoading}
        isText={isText}
        onShow={() => void showPictures()}
        onText={(isPlainText) => (isBeginning ? setBeginning(false) : setText(isPlainText))}
      />
      {isText ? <MessageText text={email.body} /> : <Frame mail={mail} subject={email.subject} />}
    </Stack>
  );
}

type NoticeProps = {
  mail: PreparedMail;
  isBeginning: boolean;
  isLoading: boolean;
  isText: boolean;
  onShow(): void;
  onText(isText: boolean): void;
};

/** Names the content that was left out, with buttons to show it. */
function Notice({ mail: { remote, trackers }, isBeginning, isLoading, isText, onShow, onText }: NoticeProps) {
  const hosts = `${trackers.slice(0, 3).join(", ")}${trackers.length > 3 ? " …" : ""}`;
  const words = [
    isBeginning && t`Only the beginning is shown`,
    remote.length > 0 &&
      plural(remote.length, {
        one: `${remote.length} remote image blocked`,
        other: `${remote.length} remote images blocked`,
      }),
    trackers.length > 0 &&
      plural(trackers.length, { one: `Tracker removed: ${hosts}`, other: `Tracker removed: ${hosts}` }),
  ].filter(Boolean);
  return (
    <div className={styles.notice} data-quiet={words.length === 0 || undefined}>
      {words.length > 0 && <span role="status">{words.join(" · ")}</span>}
      {remote.length > 0 && !isText && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.act}
          disabled={isLoading}
          onClick={onShow}
        >
          {isLoading ? t`Loading images …` : t`Show images`}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" className={styles.act} onClick={() => onText(!isText)}>
        {isText ? t`Show with formatting` : t`Show as text`}
      </Button>
    </div>
  );
}

function Frame({ mail, subject }: { mail: PreparedMail; subject: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) writeFrame(frame.current, mail.page);
  }, [mail.page]);
  return (
    <iframe
      ref={frame}
      title={t`Text of '${subject}'`}
      className={styles.frame}
      data-own-look={mail.hasOwnStyle || undefined}
      sandbox={ALLOWED}
      referrerPolicy="no-referrer"
      onPointerLeave={leaveFrame}
    />
  );
}

/** Key presses inside the frame do not reach the page: the focus returns when the pointer leaves it. */
function leaveFrame(): void {
  if (document.activeElement instanceof HTMLIFrameElement)
    document.querySelector<HTMLElement>("[data-reader]")?.focus({ preventScroll: true });
}

/** Inline images are part of the message: loading them reveals nothing to the sender. */
function useInline(
  email: OpenEmailOnWire,
  inline: readonly string[],
  show: (change: (before: ReadonlyMap<string, string>) => ReadonlyMap<string, string>) => void,
): void {
  const imageKey = inline.join(" ");
  const load = useEffectEvent(() => loadInline(email, inline));
  // Once for each set of images.
  useEffect(() => {
    if (imageKey === "") return;
    let isCurrent = true;
    void load().then((loaded) => {
      if (isCurrent && loaded.size > 0) show((before) => new Map([...before, ...loaded]));
    });
    return () => {
      isCurrent = false;
    };
  }, [imageKey, show]);
}
