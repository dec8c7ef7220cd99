/** What runs the program, for whoever asks the doctor. */
export const runtime: string = `Node ${process.versions.node}`;

/** It compiles as it always does. */
export function compileReadily(): void {}
