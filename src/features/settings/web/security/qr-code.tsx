import { generate } from "lean-qr";
import styles from "./qr-code.module.css";
import { qrPath } from "./qr-path.ts";

/** Empty modules around a code, as its standard wants them (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4;

/** Dark on white in both themes, because many readers do not recognise inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const side = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles.code}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={qrPath(code)} />
    </svg>
  );
}
