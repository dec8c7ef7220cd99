/** Where a thread begins: its source's path from the project's root, without its ending. */
export type WorkerUrl = (path: string) => URL;
