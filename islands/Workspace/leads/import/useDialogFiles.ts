import { type RefObject, useEffect, useRef, useState } from "react";

type Taking = { onFiles: (files: readonly File[]) => void; onPasted: (text: string) => void };

/**
 * Takes files that are dropped anywhere on the dialog around `inside`, files that are pasted there, and cells copied
 * from a sheet, unless they are pasted into a field. Answers whether something is held over it.
 */
export function useDialogFiles(inside: RefObject<HTMLElement | null>, taking: Taking): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(taking);
  latest.current = taking;
  useEffect(() => {
    const dialog = inside.current?.closest("dialog");
    if (!dialog) return;
    const listening = new AbortController();
    const listen = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      hear: (event: HTMLElementEventMap[Kind]) => void,
    ) => dialog.addEventListener(kind, hear, { signal: listening.signal });
    listen("dragover", (event) => {
      // Without this the browser would open what is dropped in the place of the page.
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && dialog.contains(relatedTarget))) setOver(false);
    });
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      latest.current.onFiles([...(event.dataTransfer?.files ?? [])]);
    });
    listen("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const isTyping = event.target instanceof HTMLTextAreaElement;
      // A sheet's cells come with a picture of themselves, and are worth more than it.
      if (!isTyping && text.trim() !== "") latest.current.onPasted(text);
      else if (text === "" && files.length > 0) latest.current.onFiles(files);
      else return;
      event.preventDefault();
    });
    return () => listening.abort();
  }, [inside]);
  return isOver;
}
