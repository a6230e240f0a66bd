const PLACE = "adjutant call devices";

type Chosen = Partial<Record<MediaDeviceKind, string>>;

const chosen = (): Chosen => {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Chosen;
  } catch {
    // Where storage is forbidden nothing was remembered.
    return {};
  }
};

/** The device of this kind that the person chose last in this browser. */
export const remembered = (kind: MediaDeviceKind): string => chosen()[kind] ?? "";

export function remember(kind: MediaDeviceKind, deviceId: string): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...chosen(), [kind]: deviceId }));
  } catch {
    // Storage is full or closed: the choice holds for this call.
  }
}
