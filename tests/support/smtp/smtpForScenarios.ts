import { type ScriptedSmtp, startScriptedSmtp } from "./scriptedSmtp.ts";

let started: Promise<ScriptedSmtp> | undefined;

/** One SMTP server for all scenarios of a test process; it ends with the process. */
export function smtpForScenarios(): Promise<ScriptedSmtp> {
  started ??= startScriptedSmtp({ keep: false });
  return started;
}
