import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { taskCard } from "../format-answer.ts";
import type { Turn } from "../intent.ts";
import type { Card } from "../model.ts";
import { findOne } from "./find-one.ts";

export const OPEN = ["todo", "in_progress", "review"] as const;

const taskAmong = (status: "open" | "any") => (turn: Turn, words: string) =>
  findOne(turn, words, {
    kind: "task",
    noun: "task",
    byId: (id) => turn.use(tasks.get, { id }),
    byWords: async (text) => {
      const among = status === "open" ? { status: [...OPEN] } : {};
      return (await turn.use(tasks.list, { text, ...among, limit: 6, includeSubtasks: true })).items;
    },
    titleOf: ({ title }) => title,
    cardOf: (task) => taskCard(task, turn.clock),
  });

export const openTask = taskAmong("open");
export const anyTask = taskAmong("any");

export const projectNamed = (turn: Turn, words: string) =>
  findOne(turn, words, {
    kind: "project",
    noun: "project",
    byId: (id) => turn.use(projects.get, { id }),
    byWords: async (text) =>
      (await turn.use(projects.list, { limit: 200 })).items.filter(({ name }) =>
        name.toLowerCase().includes(text.toLowerCase()),
      ),
    titleOf: ({ name }) => name,
    cardOf: projectCard,
  });

export const projectCard = (project: { id: string; name: string; progressPercentage: number }): Card => ({
  kind: "project",
  id: project.id,
  title: project.name,
  subtitle: `${project.progressPercentage} %`,
  href: `/tasks/projects/${project.id}`,
});
