import { createContext } from "react";

/** The project whose page lists tasks: their rows do not repeat its name. */
export const CurrentProject = createContext<string | null>(null);
