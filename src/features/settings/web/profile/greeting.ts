/** By the reader's clock: morning until noon, afternoon until six, then evening. */
export function greeting(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}
