import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { StoredSend } from "../send/storedSend.ts";
import type { TabKey } from "../tabKeys.ts";

/** What can be asked for from anywhere in the workspace, by the person's menu or by Ctrl+K, and about what it is asked. */
export type Commands = {
  addLead: undefined;
  importLeads: undefined;
  sendEmail: undefined;
  /** As it was filled in before it was undone. */
  reopenSend: StoredSend;
  sendTest: undefined;
  addCollection: undefined;
  /** From one of the first steps, which goes on where it was taken. */
  addAccount: { backTo: TabKey } | undefined;
  gettingStarted: undefined;
  openLead: Lead;
  /** By its id. */
  openTemplate: string;
  /** By its id. */
  openTemplateFolder: string;
};
export type Command = keyof Commands;

type Run = (about: never) => void;
const held = new Map<Command, Run>();
const listeners = new Set<() => void>();
const none: readonly Command[] = [];
let names = none;
/** Asked for while whoever does it was still being fetched. */
let asked: { name: Command; about: unknown } | null = null;

/**
 * Says how a command is done, for as long as whoever says so is there; null while it cannot be. A command that nobody
 * does is offered nowhere.
 */
export function useCommand<Name extends Command>(
  name: Name,
  run: ((about: Commands[Name]) => void) | null,
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isThere = run !== null;
  useEffect(() => {
    if (!isThere) return;
    held.set(name, (about) => latest.current?.(about));
    tell();
    if (asked?.name === name) runCommand(name, asked.about as never);
    return () => {
      held.delete(name);
      tell();
    };
  }, [name, isThere]);
}

/** The commands that somebody does just now. */
export function useCommands(): readonly Command[] {
  return useSyncExternalStore(
    listen,
    () => names,
    () => none,
  );
}

/** Has it done by whoever does it: at once, or as soon as they are there. */
export function runCommand<Name extends Command>(name: Name, about: Commands[Name]): void {
  const run = held.get(name);
  asked = run === undefined ? { name, about } : null;
  run?.(about as never);
}

function tell(): void {
  names = [...held.keys()];
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
