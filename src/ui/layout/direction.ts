/** 1 where lines run to the right, and -1 where they run to the left, as `--forward` of the styles. */
export const forward = (): 1 | -1 => (document.dir === "rtl" ? -1 : 1);

/** By an arrow key to the side: 1 to what follows, -1 back, as it is seen; 0 by other keys. */
export const stepAside = (key: string): number =>
  key === "ArrowRight" ? forward() : key === "ArrowLeft" ? -forward() : 0;

/** The arrow key to the side as it would be named where lines run to the right: 'right' is what follows. */
export function keyInReadingOrder(key: string): string {
  const step = stepAside(key);
  return step === 0 ? key : step > 0 ? "ArrowRight" : "ArrowLeft";
}
