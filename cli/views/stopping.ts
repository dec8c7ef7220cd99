import { useApp } from "ink";
import { type ReactNode, useEffect } from "react";

const stopSignal = "SIGTSTP";
/** Windows has no jobs that stop. */
const hasJobs = process.platform !== "win32";

/** Stops the job, as the terminal does on Ctrl-Z itself unless keys are read one by one. */
export function stopJob(): void {
  if (hasJobs) process.kill(0, stopSignal);
}

/** While the job is stopped the terminal is the shell's, with its cursor and its keys; after `fg` all is drawn anew. */
export function Stoppable({ children }: { children?: ReactNode }) {
  const { suspendTerminal } = useApp();
  useEffect(() => {
    if (!hasJobs) return;
    const stop = () => {
      // Refused while another stop is still ending, which then is the one.
      suspendTerminal(() => {
        process.off(stopSignal, stop);
        process.kill(process.pid, stopSignal);
        process.on(stopSignal, stop);
      }).catch(() => {});
    };
    process.on(stopSignal, stop);
    return () => void process.off(stopSignal, stop);
  }, [suspendTerminal]);
  return children;
}
