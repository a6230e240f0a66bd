import { expect, test } from "vitest";
import { type Finished, guessMinutes } from "./guess-minutes.ts";

const task = (title: string, more: Partial<Finished> = {}) => ({ title, tags: [], projectId: null, ...more });
const done = (title: string, minutes: number, more: Partial<Finished> = {}): Finished => ({
  ...{ title, tags: [], projectId: null, minutes, isMeasured: true },
  ...more,
});

test("without history, the kind of the words decides, in four languages", () => {
  const minutes = (title: string) => guessMinutes(task(title), []).minutes;
  expect(minutes("Call Anna")).toBe(15);
  expect(minutes("Anna anrufen")).toBe(15);
  expect(minutes("Appeler la banque")).toBe(15);
  expect(minutes("Llamar a Clara")).toBe(15);
  expect(minutes("Prepare the board deck")).toBe(90);
  expect(minutes("Vertrag prüfen")).toBe(45);
  expect(minutes("Approve the invoice")).toBe(10);
  expect(guessMinutes(task("Prepare the call with Bob"), [])).toEqual({
    minutes: 90,
    from: "word",
    count: 0,
  });
  expect(guessMinutes(task("Zebra"), [])).toEqual({ minutes: 30, from: "kind", count: 0 });
  expect(guessMinutes(task("Recall the products"), []).from).toBe("kind");
});

test("tasks of the same words that were done decide before everything else: the middle of what they took", () => {
  const history = [
    done("Weekly report for Clara", 50),
    done("Weekly report for Bob", 70),
    done("Weekly report", 400),
    done("Garden plan", 5),
  ];
  expect(guessMinutes(task("The weekly report"), history)).toEqual({ minutes: 70, from: "done", count: 3 });
});

test("one that has the same title is enough, another one that is only alike is not", () => {
  expect(guessMinutes(task("Call Anna"), [done("call  anna!", 42)])).toEqual({
    ...{ minutes: 40, from: "done", count: 1 },
  });
  expect(guessMinutes(task("Call Anna about rent"), [done("Call Anna about lunch", 42)]).from).toBe("word");
});

test("what was measured counts before what the person estimated", () => {
  const history = [
    done("Weekly report", 90, { isMeasured: false }),
    done("Weekly report", 90, { isMeasured: false }),
    done("Weekly report", 30),
    done("Weekly report", 30),
  ];
  expect(guessMinutes(task("Weekly report"), history)).toMatchObject({ minutes: 30, from: "done" });
  expect(guessMinutes(task("Weekly report"), history.slice(0, 2))).toMatchObject({
    ...{ minutes: 90, from: "estimated" },
  });
});

test("then three of the same tag, then three of the same project", () => {
  const tagged = [20, 25, 60].map((minutes) => done(`Errand ${minutes}`, minutes, { tags: ["home"] }));
  expect(guessMinutes(task("Zebra", { tags: ["home"] }), tagged)).toEqual({
    ...{ minutes: 25, from: "tag", count: 3 },
  });
  expect(guessMinutes(task("Zebra", { tags: ["home"] }), tagged.slice(0, 2)).from).toBe("kind");
  const ofProject = [100, 110, 120].map((minutes) =>
    done(`Part ${minutes}`, minutes, { projectId: "launch" }),
  );
  expect(guessMinutes(task("Zebra", { projectId: "launch" }), ofProject)).toMatchObject({ from: "project" });
});

test("a guess is a multiple of five minutes, from five minutes to a day", () => {
  expect(guessMinutes(task("Tick"), [done("Tick", 1)]).minutes).toBe(5);
  expect(guessMinutes(task("Move house"), [done("Move house", 4000)]).minutes).toBe(480);
  expect(guessMinutes(task("Tick"), [done("Tick", 43)]).minutes).toBe(45);
});

test("the order of the history does not matter", () => {
  const history = [10, 20, 30, 40].map((minutes) => done("Weekly report", minutes));
  expect(guessMinutes(task("Weekly report"), history)).toEqual(
    guessMinutes(task("Weekly report"), history.toReversed()),
  );
});
