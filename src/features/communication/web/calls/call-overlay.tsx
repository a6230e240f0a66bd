import { type KeyboardEvent, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { t } from "#i18n/message.ts";
import { Text } from "#ui/layout/text.tsx";
import { useModalLayer } from "#ui/overlays/modal-layer.ts";
import { CallControls } from "./call-controls.tsx";
import type { LocalMedia } from "./call-media.ts";
import styles from "./call-overlay.module.css";
import { OtherTile, OwnTile } from "./call-tile.tsx";
import { CallTimer } from "./call-timer.tsx";
import { describeProblem, describeState } from "./describe-call.ts";
import { DevicePicker } from "./device-picker.tsx";
import type { SessionView } from "./session-view.ts";

type CallOverlayProps = {
  view: SessionView;
  media: LocalMedia;
  name: string;
  onEnd(): void;
  onAgain: (() => void) | undefined;
  onMinimise(): void;
};

/** COMM-10, COMM-15, COMM-16: the call in full screen; End closes it and resets all state. */
export function CallOverlay(props: CallOverlayProps) {
  return createPortal(<Call {...props} />, document.body);
}

function Call({ view, media, name, onEnd, onAgain, onMinimise }: CallOverlayProps) {
  const isOver = view.phase === "over";
  const layer = useModalLayer(isOver ? onEnd : onMinimise);
  const own = useSyncExternalStore(media.subscribe, media.view);
  const [showsDevices, setShowsDevices] = useState(false);
  const problem = describeProblem(view, own);
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping || isOver) return;
    if (event.key === "m") media.toggleMicrophone();
    if (event.key === "v") media.toggleCamera();
  };
  return (
    <div
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-label={t`Video call: ${name}`}
      tabIndex={-1}
      className={styles.overlay}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <Text as="span" size="section" weight="strong" overflow="dots">
          {name}
        </Text>
        <Text tone="soft" overflow="dots" grow role="status">
          {describeState(view, name)}
        </Text>
        {view.phase === "connected" && view.call && <CallTimer since={view.call.answeredAt} />}
      </header>
      <Tiles view={view} own={own} name={name} />
      {/* Announced at once: a speaker who is not heard looks elsewhere. */}
      <p className={styles.problem} role="status">
        {problem}
      </p>
      {showsDevices && !isOver && (
        <div className={styles.devices}>
          <DevicePicker media={media} />
        </div>
      )}
      <CallControls
        own={own}
        media={media}
        isOver={isOver}
        showsDevices={showsDevices}
        onDevices={() => setShowsDevices(!showsDevices)}
        onMinimise={onMinimise}
        onAgain={onAgain}
        onEnd={onEnd}
      />
    </div>
  );
}

type TilesProps = Pick<CallOverlayProps, "view" | "name"> & {
  own: ReturnType<CallOverlayProps["media"]["view"]>;
};

function Tiles({ view, own, name }: TilesProps) {
  const sharer = view.people.find(({ mediaState }) => mediaState.isSharing);
  return (
    <div
      className={styles.tiles}
      data-people={view.people.length + 1}
      data-shares={sharer ? true : undefined}
    >
      {view.people.length === 0 && (
        <section className={styles.tile} aria-label={name}>
          <Text tone="soft" textWrap="pretty" pad="0 16px" maxWidth="44ch">
            {view.ending || describeState(view, name)}
          </Text>
        </section>
      )}
      {view.people.map((person) => (
        <OtherTile key={person.userId} person={person} isLarge={person === sharer} />
      ))}
      <OwnTile own={own} />
    </div>
  );
}
