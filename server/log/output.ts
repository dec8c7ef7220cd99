/** Takes one line, or one entry with the lines that belong to it, without its end. */
export type WriteLine = (line: string) => void;

export type LogFormat = "pretty" | "json";

/** One entry: of which log it is, when, and whatever else there is to say. */
export type LogRecord = { log: "server" | "security"; time: string } & Record<string, unknown>;

/** Where every entry of every log of this process goes. */
export type LogOutput = (record: LogRecord) => void;

type OutputOptions = {
  /** For people or for programs; left out it is for people where one sits at stderr. */
  format?: LogFormat | null | undefined;
  /** In place of stderr, for tests. */
  write?: WriteLine | undefined;
};

/** Writes each entry as one line of JSON, or as people like to read it. */
export function createLogOutput({ format, write = toStderr }: OutputOptions): LogOutput {
  const chosen = format ?? (process.stderr.isTTY ? "pretty" : "json");
  const asText = chosen === "json" ? (record: LogRecord) => JSON.stringify(record) : prettily;
  return (record) => write(asText(record));
}

function toStderr(line: string): void {
  console.error(line);
}

/** "12:00:01 error  A request failed  request=… status=500", and what an error says of itself below it, set in. */
function prettily({ log, time, level, message, event, error, ...fields }: LogRecord): string {
  const head = [time.slice(11, 19), String(level ?? log).padEnd(8), plain(String(message ?? event))];
  const said = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${valueText(value)}`],
  );
  const first = [...head, ...(said.length > 0 ? [` ${said.join(" ")}`] : [])].join(" ");
  if (error === undefined) return first;
  // Set in, so that no text of an error can pass for an entry of its own.
  return [first, ...String(error).split("\n").map(plain)].join("\n    ");
}

function valueText(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w.:/@+-]+$/.test(text) ? text : plain(JSON.stringify(value));
}

/** What steers a terminal does not get there. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
