type Modules = { readonly size: number; get(x: number, y: number): boolean };

/** One rectangle for each run of dark modules in a row. */
export function qrPath({ size, get }: Modules): string {
  const parts: string[] = [];
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (x < size && get(x, y)) x += 1;
      if (x > from) parts.push(`M${from} ${y}h${x - from}v1h${from - x}z`);
    }
  return parts.join("");
}
