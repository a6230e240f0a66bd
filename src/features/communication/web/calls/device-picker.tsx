import { useState, useSyncExternalStore } from "react";
import { t, term } from "#i18n/message.ts";
import { NativeSelect } from "#ui/fields/native-select.tsx";
import { remembered } from "./call-devices.ts";
import type { LocalMedia } from "./call-media.ts";
import styles from "./device-picker.module.css";

const KINDS = [
  { kind: "audioinput", label: t`Microphone`, none: t`No microphone was found` },
  { kind: "videoinput", label: t`Camera`, none: t`No camera was found` },
  { kind: "audiooutput", label: term("Speaker", "a device that plays sound"), none: t`System default` },
] as const;

/** Choice of microphone, camera and speaker, and the microphone's level. Saved for the next call in this browser. */
export function DevicePicker({ media }: { media: LocalMedia }) {
  const { devices, level, microphone } = useSyncExternalStore(media.subscribe, media.view);
  const [, setChosen] = useState("");
  return (
    <div className={styles.picker}>
      {KINDS.map(({ kind, label, none }) => {
        const found = devices.filter((device) => device.kind === kind);
        return (
          <NativeSelect
            key={kind}
            label={label}
            value={
              found.find(({ deviceId }) => deviceId === remembered(kind))?.deviceId ??
              found[0]?.deviceId ??
              ""
            }
            disabled={found.length === 0}
            onChange={({ target }) => {
              setChosen(target.value);
              void media.choose(kind, target.value);
            }}
            data={
              found.length === 0
                ? [{ value: "", label: none }]
                : found.map(({ deviceId, label: name }, index) => ({
                    value: deviceId,
                    label: name || `${label} ${index + 1}`,
                  }))
            }
          />
        );
      })}
      <meter
        className={styles.meter}
        aria-label={t`Microphone level`}
        min={0}
        max={1}
        value={microphone === "on" ? level : 0}
      />
    </div>
  );
}
