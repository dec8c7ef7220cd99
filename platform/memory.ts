/** Gives back all memory that nothing refers to any more, at once, where the runtime lets a program ask for that. */
export type CollectGarbage = () => void;
