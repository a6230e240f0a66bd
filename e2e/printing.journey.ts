import type { Page } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { uploadDocument } from "./support/document-files.ts";
import { expect, test } from "./support/fixtures.ts";
import type { Person } from "./support/person.ts";
import { aPdf, aWordFile } from "./support/sample-files.ts";

const DAY = "2031-03-05";
const THEMES = ["light", "dark"] as const;

/** What a printer gets: the words of each page of paper. */
async function printed(page: Page): Promise<string[]> {
  const { promise } = getDocument({ data: new Uint8Array(await page.pdf({ preferCSSPageSize: true })) });
  const paper = await promise;
  const sheets: string[] = [];
  for (let number = 1; number <= paper.numPages; number += 1) {
    const { items } = await (await paper.getPage(number)).getTextContent();
    sheets.push(
      items
        .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? " " : ""}` : ""))
        .join("")
        .replaceAll(/\s+/g, " "),
    );
  }
  return sheets;
}

/** What paper does not show, and words or grounds that are not black on white. */
function faultsOnPaper() {
  const luminance = (color: string) => {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return 0;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return 0.21 * red + 0.72 * green + 0.07 * blue;
  };
  const isSeen = (element: Element) => element.checkVisibility() && !element.closest(".visually-hidden");
  const pressed = 'button:not([data-shape="plain"]), nav, header[class], input, select, [role=status]';
  const written = [...document.querySelectorAll("body *")].filter(
    (element) =>
      isSeen(element) &&
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
  );
  const name = (element: Element) => `${element.tagName} '${element.textContent?.trim().slice(0, 40)}'`;
  return {
    controls: [...document.querySelectorAll(pressed)]
      .filter(
        (element) =>
          isSeen(element) && element.getBoundingClientRect().height > 0 && !element.querySelector("h1, h3"),
      )
      .map(name),
    pale: written
      .filter((element) => {
        const color = getComputedStyle(element).color;
        return color !== "rgba(0, 0, 0, 0)" && luminance(color) > 140;
      })
      .map(name),
    grounds: [document.documentElement, document.body]
      .map((element) => getComputedStyle(element).backgroundColor)
      .filter((ground) => ground !== "rgba(0, 0, 0, 0)"),
  };
}

/** Nothing to press, no frame, and each word dark on white, in each theme. */
async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  for (const theme of THEMES) {
    await page.evaluate(
      (isDark) => document.documentElement.classList.toggle("dark", isDark),
      theme === "dark",
    );
    // The page notices a moment later that it is printed.
    await expect
      .poll(() => page.evaluate(faultsOnPaper), theme)
      .toEqual({ controls: [], pale: [], grounds: [] });
  }
  await page.emulateMedia({ media: null });
}

async function anEvent(ada: Person, hour: number, title: string): Promise<void> {
  await ada.call("events.create", {
    title,
    startTime: `${DAY}T${String(hour).padStart(2, "0")}:00:00Z`,
    endTime: `${DAY}T${String(hour + 1).padStart(2, "0")}:00:00Z`,
    location: "Room 4, Lisbon",
    attendees: ["maya@example.com", "jonas@example.com"],
  });
}

test("the calendar on paper: days with time, title, place and people, whichever view is open", async ({
  page,
  ada,
}) => {
  await anEvent(ada, 8, "Board meeting");
  await anEvent(ada, 22, "Call with Tokyo");
  for (const view of ["day", "week", "month", "agenda"]) {
    await page.goto(`/calendar?date=${DAY}&view=${view}`);
    await expect(page.getByText("Board meeting").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // What is printed is fetched a second after the page.
    await expect
      .poll(async () => (await printed(page))[0], view)
      .toMatch(/Calendar .*March .*Board meeting Room 4, Lisbon With maya@example.com, jonas@example.com/);
    const [sheet] = await printed(page);
    expect(sheet, view).toContain("Call with Tokyo");
    expect(sheet, view).not.toContain("Create Event");
    await expectPaper(page);
  }
});

test("what a search of the calendar found is printed with its titles", async ({ page, ada }) => {
  await anEvent(ada, 8, "Board meeting");
  await page.goto("/calendar?search=board");
  await expect(page.getByRole("heading", { name: "Coming up" })).toBeVisible();
  const [sheet] = await printed(page);
  expect(sheet).toContain("Board meeting");
  expect(sheet).toContain("Room 4, Lisbon");
  expect(sheet, "nothing of the panel beside it").not.toMatch(/Upcoming Events|Tasks|Calendars/);
});

test("a decision on paper: question, rules, result and every vote, and nothing of the page below", async ({
  page,
  ada,
}) => {
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Leadership" });
  const deadline = "2031-03-05T12:00:00Z";
  const about = { description: "Ten desks, from May on.\n".repeat(60), deadline };
  const { id } = await ada.call<{ id: string }>("decisions.create", {
    workspaceId,
    title: "Open the Lisbon office",
    ...about,
  });
  await page.goto(`/team?tab=decisions&decision=${id}`);
  const dialog = page.getByRole("dialog", { name: "Open the Lisbon office" });
  await expect(dialog).toContainText("Nobody has voted yet.");
  const open = (await printed(page)).join(" ");
  expect(open).toMatch(/^ ?Open the Lisbon office Voting .*Leadership .*until/);
  expect(open).not.toMatch(/Team Collaboration|Needs your vote.*Approve Reject/);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toContainText("everyone voted");
  await expect(dialog).toContainText("the deadline was Mar 05, 2031");
  await expect(dialog.getByRole("region", { name: "Votes" })).toContainText("Ada Lovelace");
  const sheets = await printed(page);
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets.join(" ")).toMatch(
    /Completed .*Approved .*Approve 1 .*1 of 1 voted .*Votes .*Ada Lovelace .*Approve/,
  );
  await expectPaper(page);
});

test("a document on paper: its title, and its text to the end", async ({ page, ada }) => {
  const lines = Array.from({ length: 120 }, (_, index) => `Clause ${index + 1} of the lease`).join("\n");
  await page.goto(`/documents/${await uploadDocument(ada, "The lease", Buffer.from(lines), "lease.txt")}`);
  await expect(page.getByText("Clause 120 of the lease")).toBeAttached();
  const text = (await printed(page)).join(" ");
  expect(text).toMatch(/^ ?The lease lease.txt .*Clause 1 of the lease.*Clause 120 of the lease/);
  await expectPaper(page);

  await page.goto(`/documents/${await uploadDocument(ada, "The lease in Word", aWordFile, "lease.docx")}`);
  const frame = page.getByTitle("Preview of lease.docx").contentFrame();
  const last = await frame.locator("body").innerText();
  const word = (await printed(page)).join(" ");
  expect(word).toMatch(/^ ?The lease in Word .*Lease of the Lisbon office/);
  expect(word).toContain(last.trim().split(/\s+/).at(-1));
  await expectPaper(page);

  await page.goto(
    `/documents/${await uploadDocument(ada, "The plan", aPdf("First page", "Second page"), "plan.pdf")}`,
  );
  const first = page.getByRole("figure", { name: "Page 1 of 2" });
  await expect(first.locator("canvas")).toBeVisible();
  await expect(first.getByText("First page")).toBeAttached();
  const plan = await printed(page);
  expect(plan[0]).toMatch(/^ ?The plan plan.pdf.*First page/);
  expect(plan.join(" ")).toContain("Use the Print button above the document to print all 2 pages");
  await expectPaper(page);
});

test("every page of a PDF is printed, whether it was on the screen or not", async ({ page, ada }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-test-printed", "");
  });
  const lines = Array.from({ length: 30 }, (_, index) => `Clause ${index + 1} of the lease`);
  await page.goto(`/documents/${await uploadDocument(ada, "The lease", aPdf(...lines), "lease.pdf")}`);
  await expect(page.getByRole("figure", { name: "Page 1 of 30" }).locator("canvas")).toBeVisible();
  const open = (await printed(page)).join(" ");
  expect(open).toContain("Use the Print button above the document to print all 30 pages");
  expect(open).not.toContain("Clause 30 of the lease");

  await page.keyboard.press("Control+p");
  await expect(page.locator("html")).toHaveAttribute("data-test-printed", "", { timeout: 60_000 });
  const sheets = await printed(page);
  expect(sheets).toHaveLength(30);
  for (const [index, line] of lines.entries()) expect(sheets[index]).toContain(line);
  await expect(page.getByRole("figure").locator("img")).toHaveCount(0);
  await expect(page.getByRole("figure", { name: "Page 1 of 30" }).locator("canvas")).toBeVisible();
});

test("a list of decisions is printed in its whole length, and no decision is cut between sheets", async ({
  page,
  ada,
}) => {
  const { id: workspaceId } = await ada.call<{ id: string }>("workspaces.create", { name: "Leadership" });
  for (let number = 1; number <= 30; number += 1)
    await ada.call("decisions.create", {
      workspaceId,
      title: `Decision ${number}`,
      description: `${"Ten desks, from May on.\n".repeat(2)}Asked for by person ${number}.`,
      deadline: "2031-03-05T12:00:00Z",
    });
  await page.goto("/team?tab=decisions");
  await expect(page.getByRole("article", { name: "Decision 30" })).toBeVisible();
  const sheets = await printed(page);
  for (let number = 1; number <= 30; number += 1) {
    const sheet = sheets.find((words) => words.includes(`Decision ${number} `));
    expect(sheet, `decision ${number} is whole`).toContain(`Asked for by person ${number}.`);
  }
  await expectPaper(page);
});
