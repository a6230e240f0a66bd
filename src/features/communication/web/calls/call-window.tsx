import { Maximize2, Mic, MicOff, PhoneOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t, term } from "#i18n/message.ts";
import { Avatar } from "#ui/display/avatar.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { LocalMedia } from "./call-media.ts";
import { Picture } from "./call-tile.tsx";
import { CallTimer } from "./call-timer.tsx";
import styles from "./call-window.module.css";
import { describeProblem, describeState } from "./describe-call.ts";
import type { SessionView } from "./session-view.ts";

type CallWindowProps = {
  view: SessionView;
  media: LocalMedia;
  name: string;
  onEnd(): void;
  onOpen(): void;
};

/** The call in a corner while the user works on. Shows the speaker; everybody can be heard. */
export function CallWindow({ view, media, name, onEnd, onOpen }: CallWindowProps) {
  const own = useSyncExternalStore(media.subscribe, media.view);
  const isMuted = own.microphone !== "on";
  const { people, phase, call } = view;
  const seen =
    people.find(({ mediaState }) => mediaState.isSharing) ??
    people.find(({ isSpeaking }) => isSpeaking) ??
    people[0];
  return createPortal(
    <section className={styles.window} aria-label={t`Call: ${name}`}>
      <div className={styles.picture}>
        {people.map((person) => (
          <div key={person.userId} className={styles.person} hidden={person !== seen}>
            <Picture
              stream={person.stream}
              label={person.fullName}
              isHidden={!person.mediaState.camera && !person.mediaState.isSharing}
              isUncropped={person.mediaState.isSharing}
            />
            {!person.mediaState.camera && !person.mediaState.isSharing && (
              <PersonAvatar userId={person.userId} name={person.fullName} size="large" />
            )}
          </div>
        ))}
        {people.length === 0 && <Avatar name={name} size="large" />}
      </div>
      <Row size="label" isTabular pad="8px 8px 8px 14px" gap={2}>
        <Stack as="p" gap={0} grow>
          <Text as="span" size="list" weight="strong" overflow="dots">
            {name}
          </Text>
          <Text role="status" as="span" tone="soft" overflow="dots">
            {describeProblem(view, own) || describeState(view, name)}
          </Text>
        </Stack>
        {phase === "connected" && call && <CallTimer since={call.answeredAt} />}
        <IconButton
          label={isMuted ? t`Unmute` : t`Mute`}
          icon={isMuted ? MicOff : Mic}
          onClick={media.toggleMicrophone}
        />
        <IconButton label={t`Back to the call`} icon={Maximize2} onClick={onOpen} />
        <IconButton
          label={term("End", "button: end the call")}
          icon={PhoneOff}
          className={styles.end ?? ""}
          onClick={onEnd}
        />
      </Row>
    </section>,
    document.body,
  );
}
