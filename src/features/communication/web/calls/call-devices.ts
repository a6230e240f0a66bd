const PLACE = "adjutant call devices";

type Chosen = Partial<Record<MediaDeviceKind, string>>;

const chosen = (): Chosen => {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Chosen;
  } catch {
    // Storage is not allowed: nothing was saved.
    return {};
  }
};

/** The last chosen device of this kind in this browser. */
export const remembered = (kind: MediaDeviceKind): string => chosen()[kind] ?? "";

export function remember(kind: MediaDeviceKind, deviceId: string): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...chosen(), [kind]: deviceId }));
  } catch {
    // Storage is full or not allowed: the choice applies only to this call.
  }
}
