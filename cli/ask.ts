import { cliLimits } from "../contract/limits/cli.ts";
import { faultTexts } from "../contract/texts/terminal/faults.ts";
import { outputTexts } from "../contract/texts/terminal/output.ts";
import { Interrupted, UsageFault } from "./faults.ts";
import { canAsk, type Terminal } from "./terminal.ts";

/**
 * Asks one question on stderr and resolves with the line that was typed; hidden text is not echoed.
 * @throws {UsageFault} if there is nobody to ask: `instead` says which option to use in that case.
 * @throws {Interrupted} on Ctrl-C or the end of the input.
 */
export async function ask(
  terminal: Terminal,
  question: { text: string; hidden?: boolean; instead: string },
): Promise<string> {
  if (!canAsk(terminal)) throw new UsageFault(question.instead);
  if (!question.hidden) {
    terminal.stderr.write(question.text);
    return readTyped(terminal, { whenLeft: () => terminal.stderr.write("\n") });
  }
  // Before the question is printed, so that nothing that is typed early is echoed.
  terminal.stdin.setRawMode(true);
  terminal.stderr.write(question.text);
  try {
    const endLine = () => terminal.stderr.write("\n");
    return await readTyped(terminal, { whenTyped: endLine, whenLeft: endLine });
  } finally {
    terminal.stdin.setRawMode(false);
  }
}

/** Asks a yes-or-no question; anything but a clear yes counts as no. */
export async function confirm(terminal: Terminal, question: { text: string; instead: string }) {
  const { confirm: texts } = terminal.texts(outputTexts);
  const answer = await ask(terminal, { ...question, text: texts.ask(question.text) });
  return texts.isYes(answer.trim());
}

/** All of a piped stdin without its last line break, for secrets that must not appear in a command line. */
export async function readPiped(terminal: Terminal): Promise<string> {
  let text = "";
  for await (const chunk of terminal.stdin) {
    text += String(chunk);
    if (text.length > cliLimits.inputCharactersMax)
      throw new UsageFault(terminal.texts(faultTexts).stdinTooLong);
  }
  return text.replace(/\r?\n$/, "");
}

/** What keys such as the arrows send. In raw mode nobody acts on it, and it belongs to no text. */
const keySequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O[@-~]|[^[O])?/g;
const ctrlC = "\u0003";
const ctrlD = "\u0004";
const ctrlU = "\u0015";

type Ends = {
  /** Called once the line was typed. */
  whenTyped?: () => void;
  /** Called once the question was left without an answer. */
  whenLeft: () => void;
};

/** Reads up to the end of the line. In raw mode the terminal edits nothing, so that is done here. */
function readTyped({ stdin }: Terminal, { whenTyped, whenLeft }: Ends): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = "";
    const finish = () => {
      stdin.off("data", onData);
      stdin.off("end", onLeft);
      process.off("SIGINT", onLeft);
      stdin.pause();
    };
    const onTyped = () => {
      finish();
      whenTyped?.();
      resolve(typed);
    };
    const onLeft = () => {
      finish();
      whenLeft();
      reject(new Interrupted());
    };
    const onData = (chunk: Buffer) => {
      for (const key of chunk.toString("utf8").replace(keySequence, "")) {
        if (key === "\r" || key === "\n") return onTyped();
        if (key === ctrlC || (key === ctrlD && typed === "")) return onLeft();
        if (key === "\u007f" || key === "\b") typed = [...typed].slice(0, -1).join("");
        else if (key === ctrlU) typed = "";
        else if (key >= " " && typed.length < cliLimits.inputCharactersMax) typed += key;
      }
    };
    stdin.on("data", onData);
    stdin.on("end", onLeft);
    process.on("SIGINT", onLeft);
    stdin.resume();
  });
}
