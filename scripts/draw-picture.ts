/** Slice, the highest first → the slices whose files it imports, in the same order. */
export type Edges = ReadonlyMap<string, readonly string[]>;

const [WIDTH, LEFT, BOX, HEIGHT, STEP] = [720, 40, 300, 30, 44];
const TOP_LAYER = "app: assistant, search, dashboard, pages";
const LAYERS = [
  "platform: capability, database, jobs, http, mcp, outbound",
  "ui: the design system, for pages only",
];

/**
 * The units as an SVG image: one box per slice, the highest first, and an arrow to each slice that it imports. All
 * arrows go down, because a slice imports only what is below it.
 */
export function drawPicture(uses: Edges): string {
  const slices = [...uses.keys()];
  const rowOf = (slice: string) => 20 + STEP * (slices.indexOf(slice) + 1);
  const bottom = 20 + STEP * (slices.length + 1);
  const arrows = slices.flatMap((from) =>
    [...(uses.get(from) ?? [])].map((to) => arrow(rowOf(from), rowOf(to))),
  );
  const height = bottom + 2 * STEP;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="system-ui, sans-serif" font-size="14">
  <title>The units of Adjutant: each imports only units below it</title>
  <defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#4556e4"/></marker></defs>
  <rect width="${WIDTH}" height="${height}" rx="12" fill="#f6f7f9"/>
  ${[
    box(TOP_LAYER, 20, "#e3e6fb"),
    ...slices.map((slice) => box(slice, rowOf(slice), "#ffffff")),
    ...LAYERS.map((layer, index) => box(layer, bottom + index * STEP, "#e8eaee")),
    down(20 + HEIGHT, rowOf(slices[0] ?? "")),
    down(rowOf(slices.at(-1) ?? "") + HEIGHT, bottom),
    ...arrows,
  ].join("\n  ")}
</svg>
`;
}

const box = (label: string, top: number, fill: string) =>
  `<rect x="${LEFT}" y="${top}" width="${label.includes(":") ? WIDTH - 2 * LEFT : BOX}" height="${HEIGHT}" rx="8" fill="${fill}" stroke="#9aa1ad"/><text x="${LEFT + 14}" y="${top + 20}" fill="#10131a">${label}</text>`;

const down = (from: number, to: number) =>
  `<path class="arrow" d="M${LEFT + BOX / 2} ${from}V${to - 1}" stroke="#4556e4" marker-end="url(#end)"/>`;

/** From the right edge of one box to the right edge of another; the further away, the wider. */
function arrow(from: number, to: number): string {
  const right = LEFT + BOX;
  const bend = right + 30 + Math.round((300 * (to - from)) / (STEP * 12));
  const [start, end] = [from + HEIGHT / 2 + 4, to + HEIGHT / 2 - 4];
  return `<path class="arrow" d="M${right} ${start}C${bend} ${start} ${bend} ${end} ${right + 1} ${end}" fill="none" stroke="#4556e4" stroke-opacity="0.7" marker-end="url(#end)"/>`;
}
