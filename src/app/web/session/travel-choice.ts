/** What a person chose when this browser was in another zone than their profile. */
export type TravelChoice = "switched" | "kept";

const KEY = "zone while travelling";

/** The choice for this zone; one for another zone no longer counts. */
export function travelChoice(zone: string): TravelChoice | null {
  try {
    const [choice, of] = (localStorage.getItem(KEY) ?? "").split(" ");
    return of === zone && (choice === "switched" || choice === "kept") ? choice : null;
  } catch {
    // Where storage is forbidden the question comes again.
    return null;
  }
}

export function saveTravelChoice(choice: TravelChoice, zone: string): void {
  try {
    localStorage.setItem(KEY, `${choice} ${zone}`);
  } catch {
    // Where storage is forbidden the choice is not kept.
  }
}
