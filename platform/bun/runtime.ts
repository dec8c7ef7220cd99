/** What runs the program, for whoever asks the doctor. */
export const runtime: string = `Bun ${Bun.version}`;

/** From here on what runs often is compiled as soon as that pays. The binary begins more reluctant, since most of a start runs once. */
export function compileReadily(): void {
  Bun.unsafe.setJITPolicy(1);
}
