type PassedOn = {
  /** Every line is added to these. */
  lines?: string[];
  /** Takes every line, in place of the test's output. */
  write?: ((line: string) => void) | undefined;
};

/** What goes wrong in a process is seen in the test's output; its security log is only kept for who asks. */
export async function passOnErrors(
  stream: ReadableStream<Uint8Array>,
  { lines = [], write = show }: PassedOn = {},
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of stream) {
    const whole = `${rest}${decoder.decode(bytes, { stream: true })}`.split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) {
      lines.push(line);
      write(line);
    }
  }
}

function show(line: string): void {
  if (!line.startsWith('{"log":"security"')) console.error(line);
}
