/** The words in which a test tells the scripted SMTP server what to do, step by step. */

/**
 * What the server does at a step: a reply ("550 5.1.1 No such user"), "drop" (closes at once), "hang" (reads on and
 * never answers), or more of it spelled out. `accept` counts the mail as accepted even when no 250 goes back.
 */
export type Action =
  | string
  | {
      reply?: string;
      /** Leaves out the line end, so that the reply never becomes whole. */
      unfinished?: boolean;
      delayMs?: number;
      accept?: boolean;
      next?: "drop" | "hang";
    };

export type StepContext = {
  /** 1 for the first connection that the server got. */
  connection: number;
  /** 1 for the first mail begun on this connection. */
  mail: number;
  sender: string;
  /** The recipient of this RCPT; later the last one taken. */
  recipient: string;
  user: string;
  password: string;
};

/** An action for every time, or a function that picks one; null and undefined mean the usual reply. */
export type Step = Action | ((context: StepContext) => Action | null | undefined);

export type SmtpScript = {
  greeting?: Step;
  ehlo?: Step;
  starttls?: Step;
  auth?: Step;
  mail?: Step;
  rcpt?: Step;
  data?: Step;
  /** As soon as a part of the message has come: only "drop" and "hang" (which stops reading) make sense. */
  partOfData?: Step;
  dot?: Step;
  rset?: Step;
  noop?: Step;
};

export function byRecipient(table: Record<string, Action>): Step {
  return ({ recipient }) => table[recipient];
}

/** The nth entry for the nth connection; connections beyond the list get the usual reply. */
export function byConnection(actions: readonly (Action | null)[]): Step {
  return ({ connection }) => actions[connection - 1];
}

export type PlainAction = {
  reply: string | undefined;
  unfinished: boolean;
  delayMs: number;
  accept: boolean;
  next: "drop" | "hang" | undefined;
};

/** What to do at a step: the script's word where it has one, otherwise the usual reply. */
export function decide(step: Step | undefined, context: StepContext, usual: string): PlainAction {
  const action = (typeof step === "function" ? step(context) : step) ?? usual;
  if (action === "drop" || action === "hang") return plain({ next: action });
  return plain(typeof action === "string" ? { reply: action } : action);
}

function plain(action: Exclude<Action, string>): PlainAction {
  return {
    reply: action.reply,
    unfinished: action.unfinished ?? false,
    delayMs: action.delayMs ?? 0,
    accept: action.accept ?? action.reply?.startsWith("250") ?? false,
    next: action.next,
  };
}
