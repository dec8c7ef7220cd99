/** What runs the program, for whoever asks the doctor. */
export const runtime: string = `Bun ${Bun.version}`;
