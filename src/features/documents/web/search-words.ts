import { createContext, useContext } from "react";

/** What is searched for, so that cards and rows mark it. */
export const SearchWords = createContext<string | undefined>(undefined);
export const useSearchWords = () => useContext(SearchWords);
