/** Settings of the instance in the head of every page. */
export type PageHead = {
  appName: string;
  appDescription: string;
  /** Empty: the name of the app. */
  metaTitle: string;
  /** Empty: the description of the app. */
  metaDescription: string;
  metaKeywords: string;
  googleSearchConsoleId: string;
  /** Empty: no page views are counted, and nobody is asked for consent. */
  googleAnalyticsId?: string;
  maintenanceMode: boolean;
};

const REGION = /<!-- page head[^>]*-->[\s\S]*?<!-- \/page head -->/;

/** Inserts the head into the built page, escaped: an administrator's text cannot become markup. */
export function withPageHead(page: string, head: PageHead): string {
  if (!REGION.test(page)) throw new Error("The page has no place for its head");
  return page.replace(REGION, () => render(head));
}

function render(head: PageHead): string {
  const { appName, metaKeywords, googleSearchConsoleId } = head;
  const title = head.metaTitle || appName;
  const description = head.metaDescription || head.appDescription;
  return [
    `<title>${escaped(title)}</title>`,
    meta("name", "application-name", appName),
    meta("name", "apple-mobile-web-app-title", appName),
    meta("name", "description", description),
    metaKeywords && meta("name", "keywords", metaKeywords),
    googleSearchConsoleId && meta("name", "google-site-verification", googleSearchConsoleId),
    meta("property", "og:site_name", appName),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("name", "app-description", head.appDescription),
    head.googleAnalyticsId && meta("name", "app-counts-pages", "on"),
    meta("name", "app-maintenance", head.maintenanceMode ? "on" : "off"),
  ]
    .filter(Boolean)
    .join("\n    ");
}

const meta = (key: "name" | "property", name: string, content: string) =>
  `<meta ${key}="${name}" content="${escaped(content)}" />`;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
